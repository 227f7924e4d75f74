const replacedLink = { why: 'The link does not work: it has expired, was used, or a later message replaced it.' }
// The link of another address is a signed text of three parts; that of a sign-up has two.
const isChange = token.split('.').length === 3

/** @param {Record<string, string>} given */
const verify = async (given) => {
  const { status, body } = await ask('POST', facts.verify, { token, ...given })
  if (status === 200) {
    history.replaceState(null, '', location.pathname)
    show(isChange ? 'changed' : 'done')
  } else if (body.code === 'password_needed') show('password')
  else if (body.code === 'invalid_token' && isChange) tell(body)
  else if (body.code === 'invalid_token') show('ask', replacedLink)
  else if (body.code === 'invalid_password')
    tell({ fields: [{ path: 'password', message: 'is not the password of the sign-up' }] })
  else tell(body)
}

onSubmit({
  confirm: () => verify({}),
  change: () => verify({}),
  password: ({ password }) => verify({ password }),
  new: ({ name, newPassword }) => verify({ name: name.trim(), newPassword }),
  ask: async ({ email }) => {
    const { status, body } = await ask('POST', facts.resend, { email: email.trim() })
    if (status === 200) show('sent')
    else tell(body)
  },
})

show(token === '' ? 'ask' : isChange ? 'change' : facts.first)
