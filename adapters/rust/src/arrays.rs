//! Arrays on the wire: lists, or base64 of little-endian elements.

use crate::base64;
use crate::json::Json;

/// The elements of a field.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// a single number
    Number(f64),
    /// doubles
    F64(&'a [f64]),
    /// singles
    F32(&'a [f32]),
    /// 32-bit integers
    I32(&'a [i32]),
    /// bytes, or switches
    U8(&'a [u8]),
    /// characters of C
    I8(&'a [i8]),
    /// doubles that were collected for this purpose
    Owned(Vec<f64>),
}

impl Value<'_> {
    pub(crate) fn to_json(&self) -> Json {
        let bytes = |kind: &str, bytes: Vec<u8>| Json::Object(vec![(kind.into(), Json::Text(base64::encode(&bytes)))]);
        match self {
            Value::Number(x) => (*x).into(),
            Value::F64(list) => bytes("f64", list.iter().flat_map(|x| x.to_le_bytes()).collect()),
            Value::F32(list) => bytes("f32", list.iter().flat_map(|x| x.to_le_bytes()).collect()),
            Value::I32(list) => bytes("i32", list.iter().flat_map(|x| x.to_le_bytes()).collect()),
            Value::U8(list) => bytes("u8", list.to_vec()),
            Value::I8(list) => bytes("i8", list.iter().flat_map(|x| x.to_le_bytes()).collect()),
            Value::Owned(list) => Value::F64(list).to_json(),
        }
    }
}

macro_rules! convert {
    ($($from:ty => $to:expr),*) => {
        $(impl<'a> From<$from> for Value<'a> {
            fn from(it: $from) -> Self {
                $to(it.into())
            }
        })*
    };
}

convert!(f64 => Value::Number, i32 => Value::Number, Vec<f64> => Value::Owned,
    &'a [f64] => Value::F64, &'a [f32] => Value::F32, &'a [i32] => Value::I32, &'a [u8] => Value::U8, &'a [i8] => Value::I8,
    &'a Vec<f64> => |it: &'a Vec<f64>| Value::F64(it), &'a Vec<i32> => |it: &'a Vec<i32>| Value::I32(it));

/// Reads an array in any form that the protocol allows.
pub fn decode(wire: &Json) -> Result<Vec<f64>, String> {
    if let Some(x) = wire.number() {
        return Ok(vec![x]);
    }
    if let Json::List(items) = wire {
        return items.iter().map(|item| item.number().ok_or_else(|| format!("{item} is not a number"))).collect();
    }
    let (kind, text) = match wire.members() {
        [(kind, Json::Text(text))] => (kind, text),
        _ => return Err("not an array".into()),
    };
    let bytes = base64::decode(text).ok_or("not base64")?;
    Ok(match kind.as_str() {
        "f64" => bytes.chunks_exact(8).map(|it| f64::from_le_bytes(it.try_into().unwrap())).collect(),
        "f32" => bytes.chunks_exact(4).map(|it| f32::from_le_bytes(it.try_into().unwrap()).into()).collect(),
        "i32" => bytes.chunks_exact(4).map(|it| i32::from_le_bytes(it.try_into().unwrap()).into()).collect(),
        "u8" => bytes.iter().map(|&it| it.into()).collect(),
        "i8" => bytes.iter().map(|&it| (it as i8).into()).collect(),
        _ => return Err(format!("'{kind}' is not a type of elements")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_comes_back() {
        let back = |value: Value| decode(&value.to_json()).unwrap();
        assert_eq!(back(Value::F64(&[0.1, -0.0, f64::INFINITY])), [0.1, -0.0, f64::INFINITY]);
        assert_eq!(back(Value::F32(&[0.5, 2.0])), [0.5, 2.0]);
        assert_eq!(back(Value::I32(&[-7, 7])), [-7.0, 7.0]);
        assert_eq!(back(Value::U8(&[0, 255])), [0.0, 255.0]);
        assert_eq!(back(Value::I8(&[-1, 1])), [-1.0, 1.0]);
        assert_eq!(back(vec![1.0].into()), [1.0]);
        assert_eq!(back(3.into()), [3.0]);
        assert!(back(f64::NAN.into())[0].is_nan());
    }

    #[test]
    fn lists_may_hold_numbers_that_json_lacks() {
        let list = decode(&Json::parse(r#"[1, "NaN", "-Infinity"]"#).unwrap()).unwrap();
        assert_eq!((list[0], list[1].is_nan(), list[2]), (1.0, true, f64::NEG_INFINITY));
        for wrong in [r#"{"f99": ""}"#, r#"{"f64": "?"}"#, "[null]", "{}"] {
            assert!(decode(&Json::parse(wrong).unwrap()).is_err(), "{wrong}");
        }
    }
}
