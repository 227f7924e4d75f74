import { afterAll, expect, test } from 'vitest'
import { nodeLibrary } from '../../../../testing/delivery.ts'
import { endpointRuns, expectFailed, type Failing } from '../../../../testing/endpoint-runs.ts'
import { startModelProvider, type Turn } from '../../../../testing/model-provider/index.ts'
import { repeated } from '../../../../testing/scripted-cycle.ts'
import { modelSettings, turns } from '../../../../testing/scripted-turns.ts'
import { testServer } from '../../../../testing/server.ts'
import { lengthOf } from '../../../../testing/soak.ts'
import { getTaskReviewEvidence } from '../../tasks/contract.ts'

const apiKey = 'key-of-the-operator-7f3a91'
const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer(modelSettings(provider.baseUrl, apiKey))
const runs = endpointRuns(server, provider)
const { world, run } = runs

test('findings of a review go back to the agent with the check output, and its next commit is merged', async () => {
  const made = await world(nodeLibrary)
  const { cycle, task, requests } = await run(made, [
    turns.edit('sum.js', 'a + b', 'a - b'),
    turns.end('Changed the sum.'),
    turns.edit('sum.js', 'a - b', 'b + a'),
    turns.end('Mended it.'),
  ])
  expect(cycle).toMatchObject({ status: 'completed', failure: null })
  const asked = requests[2]!.body.messages.at(-1)!.content!
  expect(asked).toContain(
    'The last attempt was sent back:\n- The check “test” passed before the change and does not pass any more.',
  )
  expect(asked).toContain('-1 == 3')
  const { body } = await made.at.owner.call(getTaskReviewEvidence, { id: task.id })
  expect(body.patch).toContain('+export const sum = (a, b) => b + a')
})

const begun = turns.write('half.txt', 'never whole\n') as Turn & { toolCalls: object[] }
const failing: readonly Failing[] = [
  [
    'hangs up each time',
    repeated(3, { answer: 'hang-up' }),
    'provider_cut',
    /closed the connection before its answer was whole/,
  ],
  ['is slow each time', repeated(3, { answer: 'silence' }), 'provider_slow', /sent nothing for 2 s/],
  [
    'answers garbage',
    repeated(3, { bytes: '<html>hello</html>' }),
    'provider_garbage',
    /is no stream of chat completion events|no chat completion/,
  ],
  [
    'answers another JSON',
    repeated(3, { bytes: 'data: {"hello":1}\n\n' }),
    'provider_garbage',
    /is no chat completion/,
  ],
  [
    'stops in the middle of a call',
    repeated(3, { ...begun, after: { events: 3, then: 'stall' } }),
    'provider_stalled',
    /stopped in the middle of its answer/,
  ],
  [
    'ends in the middle of a call',
    repeated(3, { ...begun, after: { events: 3, then: 'end' } }),
    'provider_cut',
    /ended before it was whole/,
  ],
  ['refuses the key', [{ status: 401 }], 'provider_refused_key', /refused the configured key \(401\)/],
  ['does not know the model', [{ status: 404, message: 'no such model' }], 'provider_refused_request', /no such model/],
  ['fails again and again', repeated(9, { status: 500 }), 'provider_failed', /failed \(500\)/],
]

// Every way in which an endpoint fails is tried on the gateway itself; whole cycles take few, and all with `--soak`.
const chosen = failing.filter(([name]) => name === 'refuses the key')

test.each(lengthOf({ daily: chosen, soak: failing }).map((one) => [one[0], one] as const))(
  'an endpoint that %s fails the cycle with a message and without partial results',
  (_name, one) => expectFailed(server, runs, one, apiKey),
)
