import { enErrors } from './en-errors.ts'

const few = ['Nothing', 'One thing', 'Two things', 'Three things', 'Four things', 'Five things', 'Six things']
const things = (count: number) => few[count] ?? `${count} things`
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** Everything that the portal says, as the agency to its customer. Another language is an object of the same shape. */
export const en = {
  skip: 'Skip to content',
  menu: 'Main',
  home: 'Home',
  delivered: 'Delivered',
  projects: 'Projects',
  back: 'Back',
  account: 'Your account',
  signOut: 'Sign out',
  portalOf: (agency: string) => `Client portal of ${agency}`,
  showAll: (count: number) => `All ${count}`,
  version: (number: number) => `version ${number}`,
  by: (date: string) => `by ${date}`,
  step: (step: number, of: number) => `Step ${step} of ${of}`,

  signIn: {
    title: 'Sign in',
    text: (agency: string) => `to see what ${agency} made for you`,
    expired: 'Your session has ended. Sign in to go on where you were.',
    passkey: 'Sign in with a passkey',
    or: 'or',
    email: 'Mail address',
    password: 'Password',
    missingEmail: 'Write your mail address.',
    missingPassword: 'Write your password.',
    button: 'Sign in',
    busy: 'Signing in…',
    forgot: 'I forgot my password',
    passkeyFailed: 'The passkey was not used. Try again, or sign in with your password.',
  },
  closed: {
    title: 'This portal is not open to you',
    text: 'Open the link in your invitation with the address that it was sent to, or ask the agency for a new one.',
    others: 'Portals that are open to you',
    another: 'Use another account',
  },
  notThere: {
    title: 'There is nothing here',
    text: 'It was taken back, or it is not shared with you.',
    home: 'Go to the start',
  },
  choose: {
    title: 'Which portal?',
    none: 'No portal is open to you',
    noneText: 'Open the link in the invitation of your agency.',
  },

  needs: (count: number, name: string) => `${things(count)} ${count > 1 ? 'need' : 'needs'} you, ${name}`,
  nothingNeeds: (agency: string) =>
    `You are up to date. When ${agency} has something for you to look at, it stands here, and a letter tells you.`,
  readySince: (when: string) => `Ready since ${when}`,
  look: 'Look at it',
  question: 'A question for you',
  goAhead: 'Your go-ahead is asked for',
  answer: 'Answer',
  underWay: 'Under way',
  nothingUnderWay: 'Nothing is under way that is shared with you.',
  nothingDelivered: 'Nothing is delivered yet. What is ready stands here.',
  parts: (done: number, of: number) => `${done} of ${plural(of, 'part', 'parts')} done`,
  states: {
    draft: 'Being made',
    in_review: 'For you to look at',
    delivered: 'Delivered',
    accepted: 'Accepted',
    approvedByAll: 'Approved',
    others: 'Somebody else was asked to look at it',
    mine: 'Waits for you',
    changing: 'Being changed, as you asked',
    outdated: 'It has changed since it was shown, and will be shown to you again',
  },
  deliveredOn: (date: string) => `Since ${date}`,
  allDelivered: (count: number) =>
    count === 0 ? 'Nothing is delivered yet' : plural(count, 'thing delivered', 'things delivered'),

  thing: {
    forApproval: 'For your approval',
    shown: (date: string) => `Shown to you on ${date}`,
    what: 'What you get',
    noSummary: (agency: string) => `${agency} wrote no more about it than its title.`,
    mark: 'The mark',
    markText:
      'This mark stands for exactly what you see here. If anything changes afterwards, the mark changes, your approval no longer counts, and you are asked again.',
    markWrong:
      'What arrived here is not what was published: the mark does not fit. Do not approve it, and tell the agency.',
    markUnknown:
      'This browser cannot check the mark at this address. What you approve is what is stored under the mark.',
    checked: 'Checked in this browser: the mark fits what you see.',
    save: 'Save the exact record',
    files: (count: number) =>
      count === 1
        ? 'The mark also covers a file that belongs to it.'
        : `The mark also covers ${count} files that belong to it.`,
    word: (agency: string) => `A word to ${agency}`,
    optional: 'optional',
    missing: 'Say in a sentence what should be different.',
    approve: (version: number) => `Approve version ${version}`,
    approving: 'Approving…',
    withoutPasskey: 'Approve without a passkey',
    askForChanges: 'Ask for changes',
    sending: 'Sending…',
    passkeyFailed: 'The passkey was not used, so nothing was decided. Try again, or approve without one.',
    notWhatIsShown: 'What came back to be signed is not what you see here. Nothing was signed. Load the page again.',
    signing: 'Your passkey signs this sentence, word for word:',
    sign: 'Sign with your passkey',
    youApproved: (version: number, when: string) => `You approved version ${version} on ${when}.`,
    youAsked: (version: number, when: string) => `You asked for changes to version ${version} on ${when}.`,
    counts:
      'It counts for exactly what you see here. If a single letter changes, it no longer counts and you are asked again.',
    isChanging: (agency: string) => `${agency} is working on it. You are asked again when the next version is ready.`,
    noLongerCounts:
      'It has changed since, so that this approval no longer counts. You are asked again when the new version is ready.',
    beingChanged:
      'It is being changed at this moment, so that this version cannot be decided any more. You are asked again when the next one is ready.',
    notAsked: 'You can read this. Somebody else was asked to decide on it.',
    nobodyAsked: 'You can read this. There is nothing for you to decide.',
    newSince: (version: number) => `New since version ${version}`,
    newNothing: 'Nothing that you can read here is different.',
    newTitle: (title: string) => `It was called “${title}”.`,
    newDate: (date: string) => `It is due by ${date} now.`,
    newNoDate: 'It has no date any more.',
    newStep: (state: string) => `How it stands: ${state}.`,
    newFiles: (count: number) =>
      count === 1 ? 'A file that belongs to it changed.' : `${count} files that belong to it changed.`,
    gone: 'No longer:',
    newVersion: (version: number) => `This has changed since you opened it. You are looking at version ${version} now.`,
    history: 'What was said so far',
    historyApproved: (name: string, version: number) => `${name} approved version ${version}`,
    historyAsked: (name: string, version: number) => `${name} asked for changes to version ${version}`,
    historyOpen: (name: string, version: number) => `${name}, asked about version ${version}`,
    you: 'You',
    somebody: 'Somebody',
  },

  ask: {
    yours: 'Your answer',
    hint: (agency: string) => `${agency} reads it and goes on with it.`,
    send: 'Send the answer',
    sending: 'Sending…',
    cannot: 'I cannot answer this',
    missing: 'Write a sentence first.',
    sent: (agency: string) => `Thank you. ${agency} has your answer.`,
    declined: 'It goes on without your answer.',
    over: 'This is settled. There is nothing left to answer.',
    said: 'Your answer was:',
    yes: 'Yes, go ahead',
    no: 'Not like this',
    noHint: 'What should be different',
    change: (title: string) => `${title} is ready to go in. May it?`,
  },

  idea: {
    title: 'An idea?',
    text: (agency: string) =>
      `Say it in your own words. ${agency} gets it as a new project, and you talk about it there.`,
    label: 'What would help?',
    account: 'For which firm?',
    choose: 'Choose one',
    missing: 'Write a sentence first.',
    missingAccount: 'Choose for whom.',
    send: 'Send the idea',
    sending: 'Sending…',
    inProject: 'Write it to us in one of your projects.',
  },

  project: {
    list: (count: number) => (count === 0 ? 'No project is shared with you yet' : plural(count, 'project', 'projects')),
    none: 'As soon as one is shared with you, it stands here.',
    things: (delivered: number, open: number) => `${delivered} delivered, ${open} under way`,
    nothing: 'Nothing to show yet',
    archived: 'Closed',
    inIt: 'In this project',
    talk: 'Messages',
    noTalk: (agency: string) => `Nobody wrote anything yet. Ask ${agency} whatever you want to know.`,
    write: (agency: string) => `Write to ${agency}`,
    send: 'Send',
    sending: 'Sending…',
    missing: 'Write a sentence first.',
    assistant: (agency: string) => `Assistant of ${agency}`,
    older: 'Only the first messages are shown.',
  },
  errors: enErrors,
}
