/** The errors that any operation may answer, each with its one sentence. */
export const commonErrors = {
  invalid: { status: 400, code: 'invalid_request', message: 'The request does not fit its schema. See fields.' },
  malformed: {
    status: 400,
    code: 'malformed_request',
    message: 'The request is not valid HTTP. Nothing was carried out.',
  },
  noWorkspace: {
    status: 400,
    code: 'no_workspace',
    message: 'No workspace is named. Send its id in X-Organization-Id, or use an API key, which belongs to one.',
  },
  unauthenticated: {
    status: 401,
    code: 'unauthenticated',
    message: 'No valid session or API key. Sign in, or send a key in x-api-key.',
  },
  forbidden: { status: 403, code: 'forbidden', message: 'You may not do this in this workspace.' },
  companySignIn: {
    status: 403,
    code: 'company_sign_in_required',
    message:
      'This workspace requires that its people sign in with the company’s identity provider, and the owner of a key within 30 days. Sign in with it, then try again.',
  },
  foreignOrigin: {
    status: 403,
    code: 'foreign_origin',
    message:
      'A changing request with a session cookie must come from a page of this server: its Origin does not match.',
  },
  absent: { status: 404, code: 'not_found', message: 'There is no such resource in this workspace.' },
  idempotencyInProgress: {
    status: 409,
    code: 'idempotency_in_progress',
    message: 'A request with this Idempotency-Key is still in progress. Send this one again in a moment.',
    retryAfterSeconds: 1,
  },
  idempotencyKeyReused: {
    status: 409,
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key came with another request before. Use a new key for a new request.',
  },
  projectArchived: {
    status: 409,
    code: 'project_archived',
    message: 'This project is archived and cannot be changed. Unarchive it first.',
  },
  tooLarge: { status: 413, code: 'body_too_large', message: 'The body is larger than this operation accepts.' },
  uriTooLong: { status: 414, code: 'uri_too_long', message: 'The address is too long.' },
  unsupported: {
    status: 415,
    code: 'unsupported_media_type',
    message: 'This operation does not accept a body of that media type.',
  },
  rangeUnsatisfiable: {
    status: 416,
    code: 'range_unsatisfiable',
    message: 'The range begins behind the end of these bytes. See sizeBytes.',
  },
  headersTooLarge: { status: 431, code: 'headers_too_large', message: 'The request headers are too large.' },
  timedOut: { status: 408, code: 'request_timeout', message: 'The request did not arrive in time. Send it again.' },
  rateLimited: {
    status: 429,
    code: 'rate_limited',
    message: 'Too many requests. Wait as long as Retry-After says; nothing was changed.',
  },
  tooManyStreams: {
    status: 429,
    code: 'too_many_streams',
    message: 'This credential has reached its limit of open streams. Close one, then open another.',
  },
  tooMuchAtOnce: {
    status: 429,
    code: 'too_much_at_once',
    message: 'Other large requests of this credential are still being received. Send this one after them.',
  },
  internal: { status: 500, code: 'internal', message: 'Something went wrong on our side.' },
  unavailable: {
    status: 503,
    code: 'database_unavailable',
    message: 'The database is not responding at the moment. Nothing was changed; try again.',
    retryAfterSeconds: 5,
  },
  overloaded: {
    status: 503,
    code: 'overloaded',
    message: 'The server has as many requests as it can handle. Nothing was changed; try again.',
    retryAfterSeconds: 5,
  },
  storageFull: {
    status: 503,
    code: 'storage_full',
    message:
      'The disk of the server is full or read-only. Nothing was changed; the operator has to free some space or make it writable.',
  },
  storageUnavailable: {
    status: 503,
    code: 'storage_unavailable',
    message: 'The object store is not responding at the moment. Nothing was changed; try again.',
    retryAfterSeconds: 5,
  },
  outcomeUnknown: {
    status: 503,
    code: 'outcome_unknown',
    message:
      'The database stopped answering while this change was saved, so it may or may not have been made. ' +
      'Look before you try again, or send an Idempotency-Key, which makes repeating safe.',
  },
} as const

export type CommonError = keyof typeof commonErrors

/** One thing that is wrong in a request: where, and what. */
export interface InvalidField {
  readonly path: string
  readonly message: string
  readonly rule: string
}
