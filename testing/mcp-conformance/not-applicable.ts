/**
 * Scenarios of `@modelcontextprotocol/conformance` that do not apply to this server, and single checks of others as
 * `scenario:check`, by the reason. The suite fails for one in this list that passes; docs/mcp.md says the same in words.
 */
const inEveryRevision = {
  'They call tools, prompts, resources or tasks that only the test server of the suite has.': [
    'tools-call-simple-text',
    'tools-call-image',
    'tools-call-audio',
    'tools-call-embedded-resource',
    'tools-call-mixed-content',
    'tools-call-with-logging',
    'tools-call-error',
    'tools-call-with-progress',
    'tools-call-sampling',
    'tools-call-elicitation',
    'json-schema-2020-12',
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'resources-read-text',
    'resources-read-binary',
    'resources-templates-read',
    'prompts-get-simple',
    'prompts-get-with-args',
    'prompts-get-embedded-resource',
    'prompts-get-with-image',
    'input-required-result-basic-elicitation',
    'input-required-result-basic-sampling',
    'input-required-result-basic-list-roots',
    'input-required-result-request-state',
    'input-required-result-multiple-input-requests',
    'input-required-result-multi-round',
    'input-required-result-missing-input-response',
    'input-required-result-non-tool-request',
    'input-required-result-result-type',
    'input-required-result-tampered-state',
    'input-required-result-capability-check',
    'input-required-result-ignore-extra-params',
    'http-custom-header-server-validation',
    'server-stateless:sep-2575-server-rejects-undeclared-capability',
    'server-stateless:sep-2575-missing-capability-http-400',
    'server-stateless:sep-2575-http-server-no-independent-requests-on-stream',
    'server-stateless:sep-2575-server-no-log-without-loglevel',
  ],
  'The server has tools and resources, and declares neither prompts, completion, logging nor tasks.': [
    'prompts-list',
    'caching:sep-2549-prompts-list-caching-hints',
    'completion-complete',
    'logging-set-level',
    'tasks-lifecycle',
    'tasks-capability-negotiation',
    'tasks-wire-fields',
    'tasks-request-state-removal',
    'tasks-mrtr-input',
    'tasks-request-headers',
    'tasks-dispatch-and-envelope',
    'tasks-required-task-error',
    'tasks-mrtr-composition',
  ],
  'It announces no changes, so it keeps no stream open.': [
    'resources-subscribe',
    'resources-unsubscribe',
    'server-stateless:sep-2575-server-sends-subscription-ack',
    'server-stateless:sep-2575-server-tags-subscription-id',
  ],
} as const

/** It keeps no session, which the older revision allows. */
const ofRevision: Readonly<Record<string, readonly string[]>> = { '2025-11-25': ['server-sse-multiple-streams'] }

/** The list of one revision, as the suite reads it: JSON is YAML. */
export const notApplicableIn = (revision: string): string =>
  JSON.stringify({ server: [...Object.values(inEveryRevision).flat(), ...(ofRevision[revision] ?? [])] })
