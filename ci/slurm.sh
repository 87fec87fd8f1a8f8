#!/usr/bin/env bash
# The suite as an array of eight tasks. SLURM_ARRAY_TASK_ID tells a task its part, wherever the array begins.
#
#   mkdir -p reports
#   sbatch ci/slurm.sh
#   deno task conform --merge reports/*.json
#
#SBATCH --job-name=plumbline
#SBATCH --array=0-7
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=00:30:00
set -u
cd "${PLUMBLINE_HOME:-$SLURM_SUBMIT_DIR}"
deno task conform --engine "${ENGINE:-exec:./my_engine}" --shard auto --record "reports/$SLURM_ARRAY_TASK_ID.json"
# a part that does not conform has done its work: the merged report has the verdict
test $? -le 1
