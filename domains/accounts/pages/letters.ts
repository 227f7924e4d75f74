import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emailField, html, passwordField, type Page, type Step } from '../../../platform/pages/index.ts'
import { cycles } from '../../delivery/cycles/contract.ts'
import { deliverables } from '../../delivery/deliverables/contract.ts'
import { requests } from '../../delivery/requests/contract.ts'
import { spending } from '../../delivery/spending/contract.ts'
import { signInWithPassword } from '../people/contract.ts'
import { switchOffLetters } from '../people/contract/letters.ts'

const thing = html`<b data-text="title" dir="auto"></b><br /><span data-text="text" dir="auto"></span>`
const words = (name: string, label: string, missing: string) =>
  ({ name, label, type: 'text', autocomplete: 'off', mostChars: 5_000, missing }) as const

const steps: readonly Step[] = [
  { name: 'wait', title: 'One moment…' },
  {
    name: 'sign-in',
    title: 'Sign in',
    text: 'Use the account that the letter was sent to.',
    fields: [emailField, passwordField],
    button: 'Sign in',
    others: [['/console/reset-password', 'I forgot my password']],
  },
  {
    name: 'answer',
    title: 'You are asked',
    text: thing,
    fields: [words('decision', 'Your answer', 'Write the answer.')],
    button: 'Send the answer',
    others: [['decline', 'I cannot answer this']],
  },
  {
    name: 'decline',
    title: 'Give no answer',
    text: 'The question is closed without one.',
    button: 'Give no answer',
    others: [['answer', 'Go back']],
  },
  {
    name: 'decide',
    title: 'A change waits for you',
    text: thing,
    button: 'Approve',
    others: [['deny', 'Send it back']],
  },
  {
    name: 'deny',
    title: 'Send the change back',
    fields: [words('feedback', 'What should be different', 'Say what should be different.')],
    button: 'Send it back',
    others: [['decide', 'Go back']],
  },
  {
    name: 'approve',
    title: 'Your approval is asked for',
    text: thing,
    button: 'Approve',
    others: [['change', 'Ask for changes']],
  },
  {
    name: 'change',
    title: 'Ask for changes',
    fields: [words('comment', 'What should be different', 'Say what should be different.')],
    button: 'Ask for changes',
    others: [['approve', 'Go back']],
  },
  { name: 'run', title: 'The work failed', text: thing },
  { name: 'spent', title: 'What was spent', text: thing },
  { name: 'over', title: 'Nothing is left to decide', text: thing },
  { name: 'done', title: 'It is sent', text: 'You can close this page.' },
  {
    name: 'absent',
    title: 'There is nothing here for you',
    text: 'It was withdrawn, or the account that you are signed in with may not see it.',
    others: [['sign-in', 'Use another account']],
  },
  { name: 'failed', title: 'It could not be shown', button: 'Try again' },
  { name: 'dead', title: 'This link is not whole', text: 'Open it from the message again, or copy all of it.' },
]

const read = (name: string) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8')
let [opening, switchingOff]: (string | undefined)[] = []

/** What a letter is about, for the person who got it: ids stand behind `#`, and the session says who asks. */
export const openPage: Page = {
  path: '/open',
  content: () => ({
    title: 'What waits for you',
    steps,
    first: 'wait',
    facts: {
      request: requests.getPendingRequest.path,
      resolve: requests.resolvePendingRequest.path,
      deliverable: deliverables.getDeliverable.path,
      approval: deliverables.decideDeliverableApproval.path,
      cycle: cycles.getCycle.path,
      'workspace-budget': spending.getWorkspaceBudget.path,
      'project-budget': spending.getProjectBudget.path,
      'cycle-budget': spending.getCycleBudget.path,
      signin: signInWithPassword.path,
    },
    script: (opening ??= read('open.js')),
  }),
}

/** Switches letters off with the token behind `#`, after a press of the button: mail programs open links by themselves. */
export const switchOffPage: Page = {
  path: '/letters',
  content: () => ({
    title: 'Letters',
    first: 'off',
    steps: [
      {
        name: 'off',
        title: 'Get no more letters',
        text: 'No more letters about what waits for you, from any workspace. Mail about your account still comes.',
        button: 'Switch them off',
      },
      { name: 'done', title: 'Letters are off', text: 'You can close this page.' },
      { name: 'dead', title: 'This link is not whole', text: 'Open it from the message again, or copy all of it.' },
    ],
    facts: { off: switchOffLetters.path },
    script: (switchingOff ??= read('switch-off.js')),
  }),
}
