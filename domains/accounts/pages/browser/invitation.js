let email = ''

/**
 * Goes to the step that fits who is signed in.
 * @param {string} otherwise
 */
const goOn = async (otherwise) => {
  const { status, body } = await ask('GET', facts.session)
  if (body.user) {
    email = body.user.email
    show('accept', { email })
  } else if (status === 200) show(otherwise, { email })
  else tell(body)
}

const accept = async () => {
  const { status, body } = await ask('POST', facts.accept.replace('{token}', encodeURIComponent(token)))
  if (status === 200) {
    history.replaceState(null, '', location.pathname + location.search)
    show('done')
    if (facts.portals && body.identity) location.assign(facts.portals + encodeURIComponent(body.identity.slug))
  } else if (status === 401) show('sign-in')
  else if (status === 404)
    tell({
      error: `There is no open invitation for ${email} behind this link. Use the account with the address that it was sent to, or ask for a new one.`,
    })
  else tell(body)
}

onSubmit({
  accept,
  leave: async () => {
    const { status, body } = await ask('POST', facts.signout)
    if (status === 200) show('sign-in')
    else tell(body)
  },
  'sign-in': async (given) => {
    email = given.email.trim()
    const { status, body } = await ask('POST', facts.signin, { email, password: given.password })
    if (status === 200) await goOn('sign-in')
    else if (body.code === 'email_not_verified') show('mail', { email })
    else tell(body)
  },
  'sign-up': async ({ name, newPassword, ...given }) => {
    email = given.email.trim()
    const { status, body } = await ask('POST', facts.signup, { name: name.trim(), email, password: newPassword })
    if (status === 200) show('mail', { email })
    else if (body.code === 'invalid_email')
      tell({ fields: [{ path: 'email', message: 'is not a mail address that an account can have' }] })
    else tell(body)
  },
  mail: async () => {
    await goOn('mail')
    if (current()?.dataset.step === 'mail')
      tell({ error: 'Your address is not confirmed in this browser yet. Open the link in the mail, or sign in here.' })
  },
})

// Whoever comes back from the mail in another tab is signed in by now.
addEventListener('focus', () => {
  if (current()?.dataset.step === 'mail') void goOn('mail')
})

show(token === '' ? 'dead' : 'wait')
if (token !== '') void goOn('sign-in')
