/** What the palette says of what the server found. */
export const en = {
  found: 'Found',
  more: 'There is more. Another word narrows it.',
  failed: 'The search did not answer.',
  noteOf: { project: 'Project', cycle: 'Cycle', task: 'Task', message: 'Message' },
}
