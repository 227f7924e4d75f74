const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Texts about the conversations with clients. */
export const en = {
  title: 'Messages',
  waiting: (count: number) =>
    count === 0
      ? 'Every message of a client is answered.'
      : `${plural(count, 'conversation waits', 'conversations wait')} for an answer.`,
  none: 'No messages from clients',
  noneText: 'What a client writes in the portal appears here.',
  openClients: 'Open clients',
  waits: 'Waits for an answer',
  answered: 'Answered',
  answer: 'Answer',
  answerTo: (who: string) => `Answer ${who}`,
  somebody: 'Somebody',
  toAnswer: 'To answer',
  others: 'Answered',
  othersNone: 'Conversations that you have answered are kept here.',
  link: (count: number) => `${plural(count, 'message of a client waits', 'messages of clients wait')} for an answer`,
  message: 'Message',
  wrote: (who: string, excerpt: string) => `${who}: “${excerpt}”`,
  linkAll: 'Messages of clients',
  ofThis: 'Your team and the client read along. Agents answer people who may start work here.',
  makeCycle: 'Make it a cycle',
  nothingSaid: 'Nobody has written anything in this project yet.',
  earlier: 'Show earlier messages',
  write: 'Write a message',
  missing: 'Write a sentence first.',
  send: 'Send',
  sending: 'Sending…',
  you: 'You',
  client: 'Client',
  agent: 'Agent',
  toAll: 'All messages of clients',
}
