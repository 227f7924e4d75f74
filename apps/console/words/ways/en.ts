export const en = {
  signIn: {
    title: 'Sign in',
    text: 'to the console of this server',
    passkey: 'Sign in with a passkey',
    or: 'or',
    email: 'Mail address',
    password: 'Password',
    missingEmail: 'Write your mail address.',
    missingPassword: 'Write your password.',
    button: 'Sign in',
    busy: 'Signing in…',
    forgot: 'I forgot my password',
    expired: 'Your session has ended. Sign in to go on where you were.',
    passkeyFailed: 'The passkey was not used. Try again, or sign in with your password.',
  },
  letter: {
    absent: 'There is nothing here for you',
    absentText: 'It was withdrawn, or the account that you are signed in with may not see it.',
    another: 'Use another account',
  },
}
