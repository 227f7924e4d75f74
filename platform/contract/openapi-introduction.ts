/** The text above the operations: a first call, then what all operations share. */
export const introduction = (
  serverUrl: string,
): string => `Runs a software agency's delivery: projects, cycles, approvals, and the proof of each step.

## A first call

\`\`\`sh
curl -H "x-api-key: $ATELIER_API_KEY" ${serverUrl}/v1/api/projects
\`\`\`

The first start of a server writes a key into \`owner.json\` of its data folder; \`atelier keys create\` and \`createApiKey\` make more.

## Keys and sessions

Send a key as \`x-api-key\` or \`Authorization: Bearer\`. A key is one person in one workspace, narrowed by its scopes \`read\`, \`write\` and \`admin\`. A browser uses the cookie of its session instead; a request that changes something then has to come from a page of this server.

## Errors

\`\`\`json
{ "error": "The request does not fit its schema. See fields.", "code": "invalid_request", "requestId": "019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11", "fields": [{ "path": "name", "message": "is required", "rule": "required" }] }
\`\`\`

\`error\` is for people, \`code\` is for programs. What the caller may not see is 404. \`Retry-After\` says when a retry may succeed; an error without it does not pass by itself. A change that is sent again with its \`Idempotency-Key\` is made once.

## Pages

A list holds up to 1,000 rows, or \`limit\`. Where there is more, the answer has \`Link: <…>; rel="next"\`: follow the address as it is. A list that is oldest first begins with its newest rows, and \`rel="prev"\` leads back.

\`\`\`sh
curl -i -H "x-api-key: $ATELIER_API_KEY" "${serverUrl}/v1/api/projects?limit=20"
\`\`\`

## Streams

Streams are server-sent events. Each event has an id: send the newest as \`Last-Event-ID\` to go on without a gap. A \`keepalive\` comes every 30 seconds.

\`\`\`sh
curl -N -H "x-api-key: $ATELIER_API_KEY" ${serverUrl}/v1/api/cycles/$CYCLE/stream
\`\`\`
`
