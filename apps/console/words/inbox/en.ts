const few = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten', 'Eleven', 'Twelve']
const spelled = (count: number) => few[count] ?? String(count)
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What is said where something waits for a person, and where it is decided. */
export const en = {
  seeLines: (count: number) => `See the ${plural(count, 'comment', 'comments')} at the lines.`,
  title: (count: number) =>
    count === 0 ? 'Nothing waits for you' : `${spelled(count)} ${count === 1 ? 'thing waits' : 'things wait'} for you`,
  since: (age: string) => `The oldest for ${age}.`,
  blocking: (count: number) =>
    count === 0
      ? ''
      : `${spelled(count)} ${count === 1 ? 'run stands' : 'runs stand'} still until ${count === 1 ? 'it is' : 'they are'} decided.`,
  done: 'Everything is decided',
  running: (count: number) =>
    count === 0
      ? 'Nothing runs. Propose a change, and an agent carries it out.'
      : `${spelled(count)} ${count === 1 ? 'cycle runs' : 'cycles run'}. You get a letter when one of them needs a decision.`,
  kinds: {
    question: 'Question',
    approval: 'Review',
    failed: 'Failed',
    client: 'Waits for the client',
    deliverable: 'Deliverable',
  },
  readAndDecide: 'Read it and decide',
  failed: (title: string) => `${title} failed`,
  answer: 'Your answer',
  answerHint: 'Agents of the cycle read it.',
  send: 'Send the answer',
  decline: 'Give no answer',
  approve: 'Approve',
  sendBack: 'Send back',
  feedback: 'What should be different',
  feedbackHint: 'The agent reads it and works on.',
  deny: 'Give it up',
  denyHint: 'The run ends, and nothing of it is merged.',
  missing: 'Write a sentence first.',
  why: 'Why you are asked',
  open: 'Open the cycle',
  decided: (title: string) => `Decided: ${title}`,
  runAgain: 'Run again',
  runStarted: (title: string) => `${title} runs again`,
  approveOf: (title: string) => `Approve ${title}`,
  sendBackOf: (title: string) => `Send back ${title}`,
  titles: {
    approval: (task: string) => `Merge “${task}”?`,
    question: (task: string) => `A question about “${task}”`,
  },
  isReady: 'The change is ready, and a person decides whether it is merged.',
  approvalRequired: 'Every change is to be approved.',
}
