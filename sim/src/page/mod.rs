//! Self-contained HTML pages: one file with its style, script and data, without network requests.

use serde::Serialize;

const STYLE: &str = include_str!("page.css");
const COMMON: &str = include_str!("common.js");
const PICTURE: &str = include_str!("picture.js");
const REPORT: &str = include_str!("report.js");

/// The page of a run.
pub(crate) fn picture(title: &str, data: &impl Serialize) -> String {
    page(title, PICTURE, data)
}

/// The page with the counters of many runs.
pub(crate) fn report(title: &str, data: &impl Serialize) -> String {
    page(title, REPORT, data)
}

fn page(title: &str, script: &str, data: &impl Serialize) -> String {
    // JSON and HTML in which nothing ends the element that contains them.
    let data = serde_json::to_string(data).expect("pages are plain data");
    let data = data.replace('&', "\\u0026").replace('<', "\\u003c").replace('>', "\\u003e");
    let title = title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src \
         'unsafe-inline'\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<main \
         id=\"page\"></main>\n<script id=\"data\" type=\"application/json\">{data}</script>\n<script>\n{COMMON}\n{script}</script>\n\
         </body>\n</html>\n"
    )
}
