import { plural } from '../plural.ts'
import { spelled } from '../spelled.ts'

/** Texts of requests that wait for a person, and of their decisions. */
export const en = {
  seeLines: (count: number) => `See the ${plural(count, 'comment', 'comments')} at the lines.`,
  /** Things of the list, and mails to approve. */
  title: (count: number, mails: number, areMore: boolean) => {
    const all = [
      ...(count === 0 ? [] : [`${spelled(count)} ${count === 1 ? 'thing' : 'things'}`]),
      ...(mails === 0
        ? []
        : [`${areMore ? `${mails}+` : spelled(mails, count > 0)} ${mails === 1 ? 'email' : 'emails'}`]),
    ].join(' and ')
    return `${all || 'Nothing'} ${count + mails < 2 ? 'waits' : 'wait'} for you`
  },
  since: (age: string) => `The oldest for ${age}.`,
  waitsForClient: (count: number) =>
    count === 0 ? '' : `${spelled(count)} ${count === 1 ? 'waits' : 'wait'} for a client.`,
  withClients: 'With clients',
  done: 'All caught up',
  running: (count: number, queued: number) => {
    if (count + queued === 0) return 'Nothing is running. Start a cycle, and an agent does the work.'
    const cycles = (many: number, doing: string) =>
      `${spelled(many)} ${many === 1 ? 'cycle is' : 'cycles are'} ${doing}.`
    return [
      ...(count === 0 ? [] : [cycles(count, 'running')]),
      ...(queued === 0 ? [] : [cycles(queued, 'queued until a sandbox is free')]),
      'You get an email when one needs a decision.',
    ].join(' ')
  },
  kinds: {
    question: 'Question',
    approval: 'Approval',
    failed: 'Failed',
    client: 'Waiting for the client',
    deliverable: 'Deliverable',
  },
  readAndDecide: 'Read it and decide',
  failed: (title: string) => `“${title}” failed`,
  answer: 'Your answer',
  answerForClient: 'Answer for the client',
  answerHint: 'The agents of this cycle read it.',
  options: 'Answers to choose from',
  review: 'Review',
  send: 'Send answer',
  decline: 'Decline to answer',
  approve: 'Approve',
  sendBack: 'Send back',
  tryRest: 'Test the rest',
  restHint:
    'Runs the tests without the parts for which time ran out; probes do not run again. Then the change merges, or asks again.',
  feedback: 'What should change',
  feedbackHint: 'The agent reads it and continues.',
  deny: 'Reject',
  denyHint: 'The run ends, and nothing is merged.',
  missing: 'Write a sentence first.',
  why: 'Why you are asked',
  open: 'Open the cycle',
  decided: {
    approved: (title: string) => `Approved “${title}”`,
    answered: (title: string) => `Answered “${title}”`,
    sentBack: (title: string) => `Sent back “${title}”`,
    rejected: (title: string) => `Rejected “${title}”`,
    rest: (title: string) => `The rest of “${title}” is tested`,
  },
  dismiss: 'Dismiss',
  dismissed: (title: string) => `“${title}” is dismissed`,
  runStarted: (title: string) => `“${title}” runs again`,
  approveOf: (title: string) => `Approve ${title}`,
  sendBackOf: (title: string) => `Send back ${title}`,
  titles: { approval: (task: string) => `Approve “${task}”?`, question: (task: string) => `Question about “${task}”` },
  isReady: 'The change is ready and waits for approval before it is merged.',
  approvalRequired: 'Every change needs approval.',
}
