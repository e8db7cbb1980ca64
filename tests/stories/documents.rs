//! The pages beside the API: who may read them, how often, and in which form.

crate::stories! {

documents_count_by_address r##"
# With any credentials, they count among the address's requests without credentials. Health checks do not count.
set anonymous_per_minute=4
ada joins
+60s
ada GET /llms.txt | @ratelimit-policy @ratelimit
ada HEAD /skill.md | @ratelimit
ada GET /rules.md [If-None-Match: *] | @ratelimit
ada GET /rules.json | @ratelimit
ada GET /rules.json | @ratelimit
ada HEAD /openapi.json | @ratelimit
ada GET /api/me | balance
ada GET /healthz
ada GET /readyz
bob GET /llms.txt | @ratelimit
ada obeys
"##

files_of_the_web_client_are_not_rate_limited r##"
# A page loads many files, which are cheap.
set anonymous_per_minute=1
nobody GET / | @ratelimit
nobody GET /tables/t_1 | @ratelimit @content-security-policy
nobody HEAD /lobby | @ratelimit @referrer-policy
nobody GET /sw.js | @ratelimit @x-content-type-options
nobody GET /manifest.webmanifest | @ratelimit
nobody GET /icon.svg [If-None-Match: *] | @ratelimit
nobody GET /no/such/page [Accept: */*]
nobody POST /lobby
nobody GET /llms.txt | @ratelimit
nobody GET / | @ratelimit
"##

documents_are_compressed_on_request r##"
# Each form has its tag, and `Vary` tells shared caches about both.
nobody GET /rules.md | @content-encoding @vary
nobody GET /rules.md [Accept-Encoding: br, gzip] | @content-encoding @vary
nobody GET /rules.md [Accept-Encoding: gzip;q=0, identity] | @content-encoding @vary
nobody HEAD /rules.md [Accept-Encoding: gzip] | @content-encoding @vary
nobody PUT /rules.md
nobody HEAD /api/games
"##
}
