import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emailField, html, newPasswordField, type Page, type Step } from '../../../platform/pages/index.ts'
import { requestPasswordReset, resetPassword } from '../people/contract.ts'

const steps: readonly Step[] = [
  {
    name: 'new',
    title: 'Choose a new password',
    text: 'It ends all your sessions and removes all your passkeys. API keys stay.',
    fields: [newPasswordField],
    button: 'Change password',
  },
  {
    name: 'done',
    title: 'Your password is changed',
    text: html`<span data-text="result"></span> You can close this page and sign in.`,
  },
  {
    name: 'ask',
    title: 'Ask for a link to choose a password',
    text: html`<span data-text="why"></span> The link works once, within an hour.`,
    fields: [emailField],
    button: 'Send the link',
  },
  {
    name: 'sent',
    title: 'Look into your mail',
    text: 'If the address has an account, a link is on its way. It can take a minute; look among junk mail too.',
    others: [['ask', 'Try another address']],
  },
]

let script: string | undefined

/** Chooses a password with the token behind `#`; without one, or with one that is used up, it asks for a link. */
export const resetPasswordPage: Page = {
  path: '/reset-password',
  content: () => ({
    title: 'Choose a new password',
    steps,
    first: 'new',
    facts: { reset: resetPassword.path, request: requestPasswordReset.path },
    script: (script ??= readFileSync(join(import.meta.dirname, 'browser', 'reset-password.js'), 'utf8')),
  }),
}
