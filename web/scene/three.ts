/** The library that draws. */

// @ts-types="@types/three"
export * from "three";
