//! A request from its arrival to its response.

use super::HttpTransport;
use super::operation::{Sent, Submitted};
use crate::access_log::AccessEntry;
use crate::answers::{self, Response};
use crate::body::{self, MAX_BODY_BYTES};
use crate::document::Document;
use crate::message::check_message;
use crate::mount::Mount;
use crate::operator;
use crate::pages::{self, PageMatch};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::router::RouteMatch;
use crate::site::Site;
use http::header::{CONNECTION, EXPECT, HeaderValue, TRANSFER_ENCODING, X_CONTENT_TYPE_OPTIONS};
use http::{Method, Version};
use hyper::body::{Body, Incoming};
use turnstone_engine::Phase;
use turnstone_engine::env::Env;
use turnstone_service::answer::{Answer, OpenTable};
use turnstone_service::ids::TableId;
use turnstone_service::request::{Caller, OpenTables, RateClass, Request};

impl<E: Env + Unpin> HttpTransport<E> {
    /// The response to a request.
    pub(crate) async fn answer(&self, mut request: Box<http::Request<Incoming>>, peer: &Peer) -> Response {
        let id = self.shared.request_ids.of(request.headers());
        // The other nodes of a cluster ask all the time whether this one leads, and for its clock.
        let is_look = peer.address.is_unspecified() && request.uri().path() == "/healthz";
        let has_line = self.shared.settings.access_log && !is_look && self.operator.is_none();
        let counted = (self.operator.is_none().then_some(&self.shared.metrics), &self.port);
        let mut entry = AccessEntry::new(&self.env, counted, id.clone(), request.method(), has_line);
        let origin = self.shared.cors.origin(request.headers());
        // Also if it came with a Content-Length, which hyper has dropped (RFC 9112, 6.3).
        let chunked = request.headers().contains_key(TRANSFER_ENCODING);
        let (mut checked, mut least) = (check_message(&request), 0);
        if let (Some(forward), Ok(())) = (self.forward(), &checked) {
            match self.seen(forward, request.headers()) {
                Ok(seen) => {
                    least = seen;
                    // Boxed, so that a pending request does not have their size.
                    if !Box::pin(self.answers(forward, &request, seen)).await {
                        let forwarded = self.forwarded(forward, (request, seen), peer, (&id, &mut entry));
                        match Box::pin(forwarded).await {
                            Ok(response) => return response,
                            Err(own) => request = own,
                        }
                    }
                }
                Err(malformed) => checked = Err(malformed.into()),
            }
        }
        let (is_http1, is_head) = (request.version() != Version::HTTP_2, request.method() == Method::HEAD);
        let (mut response, malformed) = match checked {
            Ok(()) => (self.route(request, peer, &mut entry).await, false),
            Err(problem) => (answers::rejected(&problem.into()), true),
        };
        let headers = response.headers_mut();
        headers.insert("x-request-id", id);
        headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if is_http1 && (malformed || chunked) {
            headers.insert(CONNECTION, HeaderValue::from_static("close"));
        }
        if self.shared.forward.is_some() {
            self.add_commit(headers, least);
        }
        self.shared.cors.add(origin, headers);
        entry.answered(&response, &self.shared.rejections);
        if is_head { answers::without_body(response) } else { response }
    }

    async fn route(
        &self,
        request: Box<http::Request<Incoming>>,
        peer: &Peer,
        entry: &mut AccessEntry<'_, E>,
    ) -> Response {
        let (head, mut body) = request.into_parts();
        if let Some(mount) = self.mount_at(head.uri.path()) {
            return Box::pin(self.mounted(mount, (head, body), (peer, entry))).await;
        }
        let early = match self.router().find(&head.method, head.uri.path()) {
            RouteMatch::Route(route, place, values) => {
                let _open = self.shared.metrics.open();
                entry.leads_to_route(route, place);
                // Boxed, and freed when the request is pending.
                let asked = Box::pin(self.submit(route, &values, &head, &mut body, (peer, entry))).await;
                return match asked {
                    Ok(Submitted { reply, context }) => {
                        // A pending request keeps no part of its head, which would keep the buffer that it was read
                        // into.
                        drop(values);
                        drop(head);
                        drop(body);
                        match reply {
                            Sent::Request(reply) => self.response_to(reply.await, &context, entry),
                            Sent::Stream(stream) => self.stream(stream, &context).await,
                            Sent::Operator(answer) => operator::response(answer.await),
                        }
                    }
                    Err(response) => Box::pin(self.after_body(*response, &head, body)).await,
                };
            }
            RouteMatch::OtherMethods(path, methods) if head.method == Method::OPTIONS => {
                entry.leads_to(path);
                self.shared.cors.preflight(&head.headers, &methods)
            }
            RouteMatch::OtherMethods(path, methods) => {
                entry.leads_to(path);
                answers::other_methods(&methods)
            }
            RouteMatch::Nothing if self.operator.is_some() => answers::rejected(&Problem::NoRoute.into()),
            RouteMatch::Nothing => match self.find_page(&head) {
                Some(PageMatch::Document(..)) if self.lacks_pages() => answers::rejected(&Problem::NotCurrent.into()),
                Some(PageMatch::Document(path, document)) => {
                    entry.leads_to(path);
                    Box::pin(self.document(document, &head, (peer, entry))).await
                }
                Some(PageMatch::Answer(path, response)) => {
                    entry.leads_to(path);
                    response
                }
                None if self.lacks_pages() => answers::rejected(&Problem::NotCurrent.into()),
                None => Box::pin(self.beside_pages(&head, (peer, entry))).await,
            },
        };
        Box::pin(self.after_body(early, &head, body)).await
    }

    /// The mounted service at a path, with or without a slash at its end.
    pub(super) fn mount_at(&self, path: &str) -> Option<&dyn Mount> {
        let path = path.strip_suffix('/').unwrap_or(path);
        let mounts = self.shared.mounts.iter().filter(|_| self.operator.is_none());
        mounts.map(|mount| &**mount).find(|mount| mount.path() == path)
    }

    fn find_page(&self, head: &http::request::Parts) -> Option<PageMatch<'_>> {
        let contact = self.shared.settings.security_contact.as_deref();
        let base_url = &self.shared.settings.base_url;
        let security = || contact.map(|contact| pages::security(contact, self.env.now(), base_url));
        self.shared.pages.find((&head.method, head.uri.path(), &head.headers), || self.ready(), security)
    }

    /// A file of the web client, if the path is one.
    async fn beside_pages(
        &self,
        head: &http::request::Parts,
        (peer, entry): (&Peer, &mut AccessEntry<'_, E>),
    ) -> Response {
        if let Some(id) = Site::previewed(&head.method, &head.uri, &head.headers)
            && self.port.phase() == Phase::Serving
            && let Some(table) = self.open_table(id, head, peer).await
        {
            entry.leads_to("site");
            return self.shared.site.invitation(&table, &head.headers);
        }
        let Some(response) = self.shared.site.answer(&head.method, &head.uri, &head.headers) else {
            return answers::rejected(&Problem::NoRoute.into());
        };
        entry.leads_to("site");
        response
    }

    /// A table of the public list of waiting ones. The read counts among the requests without credentials of the address.
    async fn open_table(&self, id: TableId, head: &http::request::Parts, peer: &Peer) -> Option<OpenTable> {
        let caller = Caller::new(None, self.address(peer.address, &head.headers));
        let replied = self.port.call(caller, Request::OpenTables(OpenTables { game_id: None }), 0).await.ok()?;
        let Answer::OpenTables(open) = replied.answer else { return None };
        open.tables.into_iter().find(|table| table.id == id)
    }

    /// A document counts among the requests without credentials of its reader's address.
    async fn document(
        &self,
        document: &Document,
        head: &http::request::Parts,
        (peer, entry): (&Peer, &mut AccessEntry<'_, E>),
    ) -> Response {
        let address = self.address(peer.address, &head.headers);
        entry.comes_from(address);
        if self.forward().is_some() && self.port.phase() == Phase::Starting {
            // There is no core that counts, and a document costs next to nothing.
            return document.answer(&head.headers);
        }
        match self.port.count(Caller::new(None, address), RateClass::Ordinary).await {
            Ok(replied) => {
                let mut response = document.answer(&head.headers);
                answers::limit(&mut response, replied.rate);
                response
            }
            Err(rejection) => self.rejected(rejection, None),
        }
    }

    /// A response that was determined before the body was read. The body is read and discarded, so that the connection
    /// can continue; otherwise the connection is closed.
    pub(super) async fn after_body(
        &self,
        mut response: Response,
        head: &http::request::Parts,
        body: Incoming,
    ) -> Response {
        if body.is_end_stream() || response.headers().contains_key(CONNECTION) {
            return response;
        }
        let small = body::announced_size(&head.headers).is_some_and(|size| size <= MAX_BODY_BYTES as u64);
        // A caller that waits for `100 Continue` has not sent the body: do not ask for it.
        let reads = small && !head.headers.contains_key(EXPECT);
        if !reads || body::read(&self.env, body).await.is_err() {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}
