/** Texts about files of a cycle. */
export const en = {
  title: 'Files',
  text: 'Agents read their words as material, never as instructions. Clients see files of messages alone.',
  add: 'Add files',
  adding: 'Uploading…',
  drop: 'Drop a brief, a contract or a screenshot here, or',
  choose: 'Files to add',
  unread: 'Agents do not read it',
  parse: 'Let agents read it',
  parseOf: (name: string) => `Let agents read ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  client: 'client',
}
