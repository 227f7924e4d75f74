const [what = '', workspace = '', id = '', approval = ''] = token.split('/')
const ofWorkspace = { 'x-organization-id': workspace }
const pathOf = (/** @type {string | undefined} */ path = '') =>
  path.replace(/\{(id|cycleId)\}/, encodeURIComponent(id)).replace('{approvalId}', encodeURIComponent(approval))

/** Shows what the letter was about, or says why it cannot. */
const openLetter = async () => {
  const { status, body } = await ask('GET', pathOf(facts[what]), {}, ofWorkspace)
  if (status === 200) present(body)
  else if (status === 401) show('sign-in')
  else if (status === 403 || status === 404) show('absent')
  else {
    show('failed')
    tell(body)
  }
}

/** @param {Answer} body */
const present = (body) => {
  const { title = '', question = '', summary, requestType, reasons = [], cycle } = body
  if (body.enforced) show('spent', { title: dollars(body.spentUsd ?? 0), text: capText(body.enforced.costCapUsd) })
  else if (cycle) show('run', { title: cycle.title, text: cycle.failure?.message ?? 'It goes on again.' })
  else if (what === 'deliverable') show('approve', { title, text: summary ?? '' })
  else if (body.status !== 'pending') show('over', { title, text: `It is ${body.status} already.` })
  else if (requestType === 'question') show('answer', { title, text: question })
  else show('decide', { title, text: [question, ...reasons.map(({ message }) => message)].join(' ') })
}

const dollars = (/** @type {number} */ usd) => `$${usd.toFixed(2)}`
const capText = (/** @type {number | null} */ usd) =>
  usd === null ? 'There is no cap.' : `The cap is ${dollars(usd)}.`

/**
 * @param {string} path
 * @param {Record<string, string>} decision
 */
const send = async (path, decision) => {
  const { status, body } = await ask('POST', pathOf(path), decision, ofWorkspace)
  if (status === 200) show('done')
  else if (status === 401) show('sign-in')
  else tell(body)
}
const resolve = (/** @type {Record<string, string>} */ decision) => send(facts.resolve ?? '', decision)
const decide = (/** @type {Record<string, string>} */ decision) => send(facts.approval ?? '', decision)

onSubmit({
  'sign-in': async ({ email, password }) => {
    const { status, body } = await ask('POST', facts.signin ?? '', { email: email?.trim(), password })
    if (status === 200) await openLetter()
    else tell(body)
  },
  answer: ({ decision = '' }) => resolve({ status: 'approved', decision }),
  decide: () => resolve({ status: 'approved' }),
  deny: ({ feedback = '' }) => resolve({ status: 'denied', feedback }),
  decline: () => resolve({ status: 'denied' }),
  approve: () => decide({ decision: 'approved' }),
  change: ({ comment = '' }) => decide({ decision: 'changes_requested', comment }),
  failed: openLetter,
})

const isWhole =
  facts[what] !== undefined &&
  [...['request', 'deliverable', 'cycle'], 'workspace-budget', 'project-budget', 'cycle-budget'].includes(what) &&
  id !== ''
show(isWhole ? 'wait' : 'dead')
if (isWhole) void openLetter()
