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
anonymous GET / | @ratelimit
anonymous GET /tables/t_1 | @ratelimit @content-security-policy
anonymous HEAD /lobby | @ratelimit @referrer-policy
anonymous GET /sw.js | @ratelimit @x-content-type-options
anonymous GET /manifest.webmanifest | @ratelimit
anonymous GET /icon.svg [If-None-Match: *] | @ratelimit
anonymous GET /no/such/page [Accept: */*]
anonymous POST /lobby
anonymous GET /llms.txt | @ratelimit
anonymous GET / | @ratelimit
"##

crawlers_and_researchers_find_what_is_for_them r##"
set anonymous_per_minute=1
anonymous GET /robots.txt | @ratelimit @content-type
anonymous GET /.well-known/security.txt | @ratelimit @content-type
anonymous HEAD /robots.txt
anonymous POST /robots.txt
"##

packages_are_files_of_a_fixed_list r##"
# They count like documents. Only names in the list lead to a file.
set anonymous_per_minute=9
anonymous GET /clients/ | version packages @ratelimit @content-type @vary
anonymous HEAD /clients | @content-type
anonymous HEAD /clients/turnstone_client-1.2.3-py3-none-any.whl | @ratelimit @content-type @content-length @cache-control
anonymous GET /clients/turnstone_client-1.2.3-py3-none-any.whl [Accept-Encoding: gzip] | @content-encoding @vary
anonymous GET /clients/turnstone-games-client-1.2.3.tgz [If-None-Match: *] | @etag
anonymous POST /clients/
anonymous DELETE /clients/turnstone-games-client-1.2.3.tgz
anonymous GET /clients/turnstone_client-1.2.2-py3-none-any.whl
anonymous GET /clients/../skill.md
anonymous GET /clients/%2e%2e/%2e%2e/etc/passwd
anonymous GET /clients//skill.md
anonymous GET /clients/turnstone-games-client-1.2.3.tgz/
"##

documents_are_compressed_on_request r##"
# Each form has its tag, and `Vary` tells shared caches about both.
anonymous GET /rules.md | @content-encoding @vary
anonymous GET /rules.md [Accept-Encoding: br, gzip] | @content-encoding @vary
anonymous GET /rules.md [Accept-Encoding: gzip;q=0, identity] | @content-encoding @vary
anonymous HEAD /rules.md [Accept-Encoding: gzip] | @content-encoding @vary
anonymous PUT /rules.md
anonymous HEAD /api/games
"##
}
