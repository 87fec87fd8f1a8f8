//! JSON, as far as the protocol uses it.

use std::fmt::{self, Write};

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub enum Json {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// a number
    Number(f64),
    /// a text
    Text(String),
    /// a list
    List(Vec<Json>),
    /// members in order
    Object(Vec<(String, Json)>),
}

impl Json {
    /// The member of an object; `None` if there is no such member.
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.members().iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The members of an object; none if it is something else.
    pub fn members(&self) -> &[(String, Json)] {
        match self {
            Json::Object(members) => members,
            _ => &[],
        }
    }

    /// The elements of a list; none if it is something else.
    pub fn items(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            _ => &[],
        }
    }

    /// The text that it is.
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The number that it is; numbers that JSON cannot represent are texts.
    pub fn number(&self) -> Option<f64> {
        match self {
            Json::Number(x) => Some(*x),
            Json::Text(text) => match text.as_str() {
                "NaN" => Some(f64::NAN),
                "Infinity" => Some(f64::INFINITY),
                "-Infinity" => Some(f64::NEG_INFINITY),
                _ => None,
            },
            _ => None,
        }
    }

    /// Reads a value. The error says at which byte it is wrong.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut parser = Parser { bytes: text.as_bytes(), at: 0 };
        let value = parser.value()?;
        parser.space();
        if parser.at < text.len() {
            return Err(parser.complaint());
        }
        Ok(value)
    }
}

impl From<f64> for Json {
    fn from(x: f64) -> Self {
        if x.is_finite() {
            return Json::Number(x);
        }
        Json::Text(if x.is_nan() { "NaN" } else if x > 0.0 { "Infinity" } else { "-Infinity" }.into())
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Json::Text(text.into())
    }
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Bool(value) => write!(out, "{value}"),
            // the shortest text that gives the same number when it is read
            Json::Number(x) => write!(out, "{x:?}"),
            Json::Text(text) => write_text(out, text),
            Json::List(items) => {
                out.write_char('[')?;
                for (i, item) in items.iter().enumerate() {
                    if i > 0 {
                        out.write_char(',')?;
                    }
                    write!(out, "{item}")?;
                }
                out.write_char(']')
            }
            Json::Object(members) => {
                out.write_char('{')?;
                for (i, (name, value)) in members.iter().enumerate() {
                    if i > 0 {
                        out.write_char(',')?;
                    }
                    write_text(out, name)?;
                    write!(out, ":{value}")?;
                }
                out.write_char('}')
            }
        }
    }
}

fn write_text(out: &mut fmt::Formatter, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for letter in text.chars() {
        match letter {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            _ if (letter as u32) < 0x20 => write!(out, "\\u{:04x}", letter as u32)?,
            _ => out.write_char(letter)?,
        }
    }
    out.write_char('"')
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn complaint(&self) -> String {
        format!("invalid JSON at byte {}", self.at)
    }

    fn space(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&mut self) -> Option<u8> {
        self.space();
        self.bytes.get(self.at).copied()
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        if !self.bytes[self.at..].starts_with(word.as_bytes()) {
            return Err(self.complaint());
        }
        self.at += word.len();
        Ok(())
    }

    fn value(&mut self) -> Result<Json, String> {
        match self.peek() {
            Some(b'{') => self.object(),
            Some(b'[') => self.list(),
            Some(b'"') => self.text().map(Json::Text),
            Some(b't') => self.expect("true").map(|()| Json::Bool(true)),
            Some(b'f') => self.expect("false").map(|()| Json::Bool(false)),
            Some(b'n') => self.expect("null").map(|()| Json::Null),
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let rest = &self.bytes[self.at..];
        let length = rest.iter().take_while(|byte| b"+-.0123456789eE".contains(byte)).count();
        let text = std::str::from_utf8(&rest[..length]).map_err(|_| self.complaint())?;
        let x = text.parse().map_err(|_| self.complaint())?;
        self.at += length;
        Ok(Json::Number(x))
    }

    fn list(&mut self) -> Result<Json, String> {
        let mut items = Vec::new();
        self.at += 1;
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value()?);
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return Err(self.complaint()),
            }
        }
        self.at += 1;
        Ok(Json::List(items))
    }

    fn object(&mut self) -> Result<Json, String> {
        let mut members = Vec::new();
        self.at += 1;
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(members));
        }
        loop {
            self.space();
            let name = self.text()?;
            self.space();
            self.expect(":")?;
            members.push((name, self.value()?));
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return Err(self.complaint()),
            }
        }
        self.at += 1;
        Ok(Json::Object(members))
    }

    fn text(&mut self) -> Result<String, String> {
        self.expect("\"")?;
        let mut out = Vec::new();
        loop {
            match self.bytes.get(self.at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    let letter = self.escape()?;
                    out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                }
                Some(&byte) => {
                    out.push(byte);
                    self.at += 1;
                }
                None => return Err(self.complaint()),
            }
        }
        self.at += 1;
        String::from_utf8(out).map_err(|_| self.complaint())
    }

    fn escape(&mut self) -> Result<char, String> {
        let kind = self.bytes.get(self.at + 1).copied();
        self.at += 2;
        Ok(match kind {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(byte @ (b'"' | b'\\' | b'/')) => byte as char,
            Some(b'u') => {
                let first = self.unit()?;
                let code = if (0xd800..0xdc00).contains(&first) {
                    self.expect("\\u")?;
                    0x10000 + ((first - 0xd800) << 10) + self.unit()?.wrapping_sub(0xdc00)
                } else {
                    first
                };
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => return Err(self.complaint()),
        })
    }

    fn unit(&mut self) -> Result<u32, String> {
        let digits = self.bytes.get(self.at..self.at + 4).ok_or_else(|| self.complaint())?;
        let text = std::str::from_utf8(digits).map_err(|_| self.complaint())?;
        let unit = u32::from_str_radix(text, 16).map_err(|_| self.complaint())?;
        self.at += 4;
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let text = r#"{"a":[1.5,-0.0,1e-300,"x\"\\y\u0001é😀",true,false,null],"b":{},"c":[]}"#;
        let value = Json::parse(text).unwrap();
        assert_eq!(Json::parse(&value.to_string()).unwrap(), value);
        assert_eq!(value.get("a").unwrap().items()[3].text(), Some("x\"\\y\u{1}é😀"));
        assert_eq!(Json::parse(r#" "\ud83d\ude00\n" "#).unwrap().text(), Some("😀\n"));
    }

    #[test]
    fn every_number_comes_back() {
        for x in [0.1, 1.0 / 3.0, f64::MAX, f64::MIN_POSITIVE, 5e-324, 123456789012345680.0] {
            assert_eq!(Json::parse(&Json::from(x).to_string()).unwrap().number(), Some(x));
        }
        assert!(Json::from(f64::NAN).number().unwrap().is_nan());
        assert_eq!(Json::from(f64::NEG_INFINITY).to_string(), "\"-Infinity\"");
    }

    #[test]
    fn damage_is_an_error_that_says_where() {
        for text in ["", "{", "[1,]", "{\"a\" 1}", "\"x", "\"\\u12\"", "1 2", "nul"] {
            assert!(Json::parse(text).unwrap_err().starts_with("invalid JSON at byte"), "{text}");
        }
    }
}
