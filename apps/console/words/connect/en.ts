import type { Words } from '../words.ts'

/** Texts of the page on which a person connects a program by OAuth. */
export const en = {
  title: (name: string) => `Connect “${name}”?`,
  text: 'The program wants to work in your name by the Model Context Protocol.',
  from: 'Described by',
  answerTo: 'Answer goes to',
  thisComputer: 'a program on your computer',
  workspace: 'Workspace',
  power: 'It may',
  powers: { read: 'Read', write: 'Read and change' },
  powerHints: {
    read: 'It reads what you see in this workspace, and changes nothing.',
    write:
      'It reads, proposes and runs cycles, and answers questions, like you. Your access, budgets and audit log apply.',
  },
  yours: 'Only you, on a page: approve, publish, money, members, keys, secrets, deletions and policies.',
  local: 'Any program on your computer can use this address. Connect it only if you have just started it yourself.',
  check: 'The name was chosen by the program. Trust the addresses, not the name.',
  connect: 'Connect',
  connecting: 'Connecting…',
  decline: 'Do not connect',
  connected: 'Connected',
  connectedText: 'Go back to the program. It is listed under “Keys” in the settings, where you can revoke it.',
  declined: 'Not connected',
  declinedText: 'Nothing was changed. You can close this page.',
  signedInAs: (email: string) => `Signed in as ${email}.`,
  noWorkspace: 'You belong to no workspace, so there is nothing to connect a program to.',
  refused: 'This program cannot be connected',
  back: 'Tell the program',
  reasons: {
    address: 'Its address is not one that programs are known by: https, with a path.',
    unreachable: 'Its description could not be read from its address.',
    document: 'Its description lacks a name or an address for the answer, or is no JSON of at most 16 kB.',
    other_client: 'Its description belongs to another program.',
    authentication: 'It wants to prove itself in a way that this server does not take.',
    redirect: 'It wants the answer at an address that its description does not name.',
    parameter: 'Its request is incomplete, or meant for another server. Start again in the program.',
  },
  codes: {} as Words['errors']['codes'],
}
