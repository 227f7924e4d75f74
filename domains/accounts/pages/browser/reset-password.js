const expiredLink = { why: 'The link does not work: it has expired, was used, or is not whole.' }

/** @param {Answer} body */
const resultOf = ({ passkeysRemoved = 0, apiKeysKept = 0 }) =>
  [
    'All your sessions have ended.',
    passkeysRemoved > 0 && 'Your passkeys are removed: add them again where you need them.',
    apiKeysKept > 0 && 'Your API keys still work: revoke those that you do not know.',
  ]
    .filter(Boolean)
    .join(' ')

onSubmit({
  new: async ({ newPassword }) => {
    const { status, body } = await ask('POST', facts.reset, { token, newPassword })
    if (status === 200) {
      history.replaceState(null, '', location.pathname)
      show('done', { result: resultOf(body) })
    } else if (body.code === 'invalid_token') show('ask', expiredLink)
    else tell(body)
  },
  ask: async ({ email }) => {
    const { status, body } = await ask('POST', facts.request, { email: email.trim() })
    if (status === 200) show('sent')
    else tell(body)
  },
})

show(token === '' ? 'ask' : facts.first)
