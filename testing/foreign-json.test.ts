import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTree } from './tidy/index.ts'

// Text that Atelier or its operator wrote.
const own = [
  'domains/accounts/company-sign-in/flow-cookie.ts',
  'domains/accounts/people/owner-file.ts',
  'domains/agents/batches/keep-result.ts',
  'domains/agents/media/transcript-file.ts',
  'domains/billing/evidence/rules.ts',
  'domains/billing/proof/handlers.ts',
  'domains/billing/proof/statement.ts',
  'domains/code/deployments/program-holders.ts',
  'domains/code/git-host/check-push.ts',
  'domains/code/secrets/open-secrets.ts',
  'domains/code/secrets/workspace-secrets.ts',
  'domains/delivery/agent-work/saved-work.ts',
  'domains/delivery/deliverables/content.ts',
  'domains/delivery/mcp/caller-api.ts',
  'domains/delivery/mcp/open-server.ts',
  'packages/document-readers/program/main.ts',
  'execution/harness/acp/tools-program.ts',
  'execution/harness/external-agents.ts',
  'execution/harness/native/repetition.ts',
  'execution/harness/native/work.ts',
  'execution/harness/program.ts',
  'execution/model-table/read-table.ts',
  'execution/models/fitted-request.ts',
  'execution/models/local-servers.ts',
  'execution/models/offline/blocks.ts',
  'execution/models/offline/provider.ts',
  'execution/models/offline/turn.ts',
  'execution/previews/builds/kept-builds.ts',
  'execution/terminal/far-login.ts',
]
// Text that is looked at, and of which nothing is kept.
const judged = [
  'domains/accounts/people/rules/sign-in.ts',
  'domains/delivery/runs/rules/step-subject.ts',
  'execution/harness/native/tools/syntax.ts',
  'execution/models/probe.ts',
  'execution/terminal/web-terminal.ts',
]
// Parts of streams, whose halves of a pair join later, and answers that went through the door before or are mended behind it.
const parts = [
  'domains/agents/models/rules/chat.ts',
  'execution/models/shapes/answer.ts',
  'execution/models/shapes/chat-answer.ts',
  'execution/models/shapes/embeddings.ts',
  'execution/tool-servers/mended-messages.ts',
]
// Evidence, bundles and files, whose own characters count.
const evidence = [
  'domains/billing/evidence/verify-evidence.ts',
  'domains/billing/proof/letter.ts',
  'domains/billing/proof/verify-delivery.ts',
  'domains/delivery/deliverables/verify-decision.ts',
  'execution/repositories/bundles/manifest-worker.ts',
  'packages/secret-files/dialect.ts',
]

// Programs of a sandbox, which has no part of the server: the records and requests that they send come in by the door.
const inSandbox = ['execution/harness/native/text.ts']

test('JSON from outside comes in by one door, and each file that reads other JSON is listed with its kind', () => {
  const tree = [...readTree(join(import.meta.dirname, '..')).values()]
  const reading = tree.filter(
    ({ path, text }) =>
      /^(execution|domains|apps\/server|packages\/(?!sdk\/|foreign-json\/)[^/]+)\/.*(?<!\.test)\.ts$/.test(path) &&
      /\bJSON\.parse\(/.test(text),
  )
  expect(reading.map(({ path }) => path).toSorted()).toEqual(
    [...own, ...judged, ...parts, ...evidence, ...inSandbox].toSorted(),
  )
})
