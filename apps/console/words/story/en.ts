import { enActions } from './actions/en.ts'
import { enEvents } from './events/en.ts'

/** The sentences of events and audit rows, and what the pages around them say. */
export const en = {
  events: enEvents,
  actions: enActions,
  quoted: (title: string) => `“${title}”`,
  gone: 'something deleted',
  atelier: 'Atelier',
  agent: 'An agent',
  formerPerson: 'A former member',
  byKey: (name: string) => `${name} (API key)`,
  today: 'Today',
  yesterday: 'Yesterday',
  run: (number: number) => `Run ${number}`,
  workspace: 'Workspace',
  inProject: 'in',
  showSteps: (count: number) => (count === 1 ? '1 more step' : `${count} more steps`),
  hideSteps: 'Fewer steps',
}
