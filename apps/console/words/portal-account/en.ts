export const en = {
  signIn: 'Ways to sign in',
  noPasskeys: 'No passkey yet. With one you sign in without a password.',
  unnamed: 'Passkey',
  since: (date: string) => `since ${date}`,
  password: 'Choose a new password',
  letters: 'Emails',
  lettersText: 'Invoices go to the billing address of your company.',
  approvals: 'When something waits for your approval',
  requests: 'When a question waits for you',
  data: 'Your data',
  dataText: 'Everything that is stored about you here, as one file.',
  download: 'Download your data',
}
