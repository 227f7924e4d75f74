import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import { expect, test } from 'vitest'
import { newSigner, verifiers } from '../../../testing/audit/made-chain.ts'
import { address, madeDelivery, sealedProof } from '../../../testing/billing/made-delivery.ts'
import { erase, tamperings, without, type ProofStatement } from '../../../testing/billing/tamperings.ts'
import { verifyDelivery } from './verify-delivery.ts'

const made = await madeDelivery()
const trust = { verifiers, origin: address }
const read = () => JSON.parse(made.statement) as ProofStatement
const check = (statement: ProofStatement, trusted = trust) =>
  verifyDelivery(sealedProof(canonicalize(statement)!), trusted)
test('a whole delivery holds, from the key to the letter', async () => {
  const verdict = await check(read())
  expect(verdict).toEqual({
    proved: {
      subject: { name: 'evidence', digest: { sha256: read().subject[0]!.digest.sha256 } },
      workspace: read().predicate.workspace,
      signedRows: 16,
      open: [],
      gap: undefined,
      letter: [
        'Northwind GmbH issued the invoice 2026-0001 to Globex Ltd on 1970-01-01, for 119.00 EUR.',
        expect.stringMatching(
          /^Grace Hopper approved “Opening hours”, revision 1, on 1970-01-01, with the passkey SHA-256 [0-9a-f]{64}\.$/,
        ),
      ],
      keysSha256: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      proved: [
        expect.stringMatching(/^The key .* was added by the reviewer/),
        'Run 01900000-000 handed in commit bbbbbbbbbbbb, judged as shown.',
        'Run 01900000-000 was given 1 secrets.',
        'A person approved commit bbbbbbbbbbbb before it was merged as cccccccccccc.',
        'Commit cccccccccccc was delivered to refs/heads/main.',
        expect.stringMatching(/^Revision 1, .* shows the delivered commit cccccccccccc\.$/),
        expect.stringMatching(/^The reviewer decided “approved”/),
        expect.stringMatching(/^Billable .* bills the approved revision/),
        'Invoice 2026-0001 was issued with these lines.',
        'The evidence is the one that there was at the issue.',
        'This evidence went with a letter of the invoice.',
      ],
    },
  })
})

test.each(tamperings)('signed again with the true key, %s is refused in words', async (_name, change, words) => {
  const statement = read()
  change(statement)
  expect(await check(statement)).toEqual({ fault: expect.stringMatching(words) as string })
})

test('there are forty of these and more', () => {
  expect(tamperings.length).toBeGreaterThanOrEqual(40)
})

test('a file of another key, of no form, or that is not canonical is refused', async () => {
  expect(await verifyDelivery(sealedProof(made.statement, newSigner()), trust)).toEqual({
    fault: 'It is signed with no key that was given, or was changed since.',
  })
  expect(await verifyDelivery({ mediaType: 'x' }, trust)).toEqual({ fault: 'It is not the proof of a delivery.' })
  expect(await verifyDelivery(sealedProof(`${made.statement} `), trust)).toEqual({
    fault: 'What was signed is not in canonical form.',
  })
  expect(await verifyDelivery(sealedProof('no'), trust)).toMatchObject({
    fault: expect.stringContaining('form') as string,
  })
  const file = sealedProof(made.statement)
  const { keyid } = file.dsseEnvelope.signatures[0]!
  const twice = {
    ...file,
    dsseEnvelope: {
      ...file.dsseEnvelope,
      signatures: [
        { sig: 'AA==', keyid },
        { sig: 'AA==', keyid },
      ],
    },
  }
  expect(await verifyDelivery(twice, trust)).toMatchObject({ fault: expect.stringContaining('no key') as string })
})

test('without an address no signature of a person is taken for proved', async () => {
  expect(await check(read(), { verifiers, origin: undefined } as never)).toEqual({
    fault: expect.stringContaining('Say at which address') as string,
  })
  expect(await check(read(), { verifiers, origin: 'https://other.example.com' })).toEqual({
    fault: expect.stringContaining('No passkey signed') as string,
  })
})

test('links that earlier versions did not write, and erased details, are named as not proved', async () => {
  const statement = JSON.parse((await madeDelivery('client_invoice.send')).statement) as ProofStatement
  for (const action of ['passkey.add', 'cycle.execute', 'secret.use', 'run.commit']) without(statement, action)
  const verdict = await check(statement)
  expect('proved' in verdict && verdict.proved.open).toEqual([
    expect.stringContaining('its details were erased'),
    expect.stringContaining('where the key'),
    expect.stringContaining('who handed in commit'),
  ])
})

test.each([
  ['passkey.add', /where the key .* comes from is not in this log/],
  ['cycle.execute', /who began run/],
  ['run.commit', /who handed in commit/],
  ['pending_request.resolve', /the approval that it names is not in the log.* Erased details/],
  ['task.merge', /which merge made commit/],
  ['cycle.deliver', /was not delivered before\. Erased details/],
  ['deliverable.publish', /what was decided on was not published before\. Erased details/],
  ['deliverable_approval.request', /nobody had asked for this decision\. Erased details/],
  ['deliverable_approval.decide', /it bills what was not approved\. Erased details/],
  ['billable.create', /billable .* is missing\. Erased details/],
  ['client_invoice.issue', /That the invoice was issued is not in the log.* Erased details/],
] as const)('the erased details of %s make nothing false, and their content is not proved', async (action, words) => {
  const statement = JSON.parse((await madeDelivery(action)).statement) as ProofStatement
  const verdict = await check(statement)
  const isNeeded = ['deliverable.publish', 'deliverable_approval.decide', 'client_invoice.issue'].includes(action)
  const found = isNeeded ? 'unproved' in verdict && verdict.unproved : 'proved' in verdict && verdict.proved
  expect(found ? found.open.join('\n') : verdict).toMatch(words)
  expect(found && found.gap).toEqual(expect.any(String))
})

test('a snapshot that is left out is not proved, signed or not', async () => {
  const statement = read()
  Object.assign(statement.predicate.decisions[0]!, { snapshot: null, signed: null })
  expect(await check(statement)).toMatchObject({ unproved: { gap: expect.stringContaining('snapshot') as string } })
})

test('another currency, hashed and signed again, is the largest gap, and the letter names it as not proved', async () => {
  const statement = read()
  const pack = statement.predicate.evidence!
  Object.assign(pack.evidence.invoice, { currency: 'USD' })
  pack.sha256 = createHash('sha256').update(canonicalize(pack.evidence)!).digest('hex')
  statement.subject[0]!.digest.sha256 = pack.sha256
  expect(await check(statement)).toMatchObject({
    proved: {
      gap: expect.stringContaining('evidence changed since the issue') as string,
      letter: [expect.any(String), expect.stringContaining('does not prove these names'), expect.any(String)],
    },
  })
})

test('a file of version 1 holds as before, and proves no erasure', async () => {
  const former = (statement: ProofStatement) => {
    statement.predicateType = 'atelier/delivery/v1'
    delete statement.predicate.erasures
    return statement
  }
  expect(await check(former(read()))).toMatchObject({ proved: { open: [], gap: undefined } })
  const statement = former(read())
  erase(statement, 'secret.use')
  expect(await check(statement)).toMatchObject({
    unproved: { gap: expect.stringContaining('ask for a new file') as string },
  })
})

/** When the file was made, and the name by which a browser finds a key: no sentence is drawn from them. */
const unsaid = ['predicate.time', 'predicate.decisions.0.signed.credentialId']
test('any value that is changed and signed again changes the result', async () => {
  const whole = JSON.stringify(await check(read()))
  const paths: (readonly (string | number)[])[] = []
  const walk = (value: unknown, path: readonly (string | number)[]) => {
    if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) walk(inner, [...path, name])
    else if (!unsaid.includes(path.join('.'))) paths.push(path)
  }
  walk(read(), [])
  expect(paths.length).toBeGreaterThan(300)
  const same: string[] = []
  for (const path of paths) {
    const statement = read()
    const holder = path
      .slice(0, -1)
      .reduce<Record<string, unknown>>((value, name) => value[name] as Record<string, unknown>, statement as never)
    const name = path.at(-1)!
    holder[name] = otherThan(holder[name])
    if (JSON.stringify(await check(statement)) === whole) same.push(path.join('.'))
  }
  expect(same).toEqual([])
})

const otherThan = (value: unknown) => {
  if (typeof value === 'string') {
    const at = Math.floor(value.length / 2)
    return `${value.slice(0, at)}${value[at] === 'a' ? 'b' : 'a'}${value.slice(at + 1)}`
  }
  if (typeof value === 'number') return value + 1
  return typeof value === 'boolean' ? !value : 'a'
}
