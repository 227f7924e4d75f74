/** Texts about acceptance tests of a cycle. */
export const en = {
  title: 'Acceptance tests',
  text: 'Tests of yours that no agent sees. One that fails without the change and passes with it proves the change; one that fails sends it back.',
  frozen: 'They stay as they are: a run works on the cycle, or it is completed.',
  limits: 'At most 3 files with 64 KiB together, without secrets.',
  add: 'Add test files',
  choose: 'Test files to add',
  path: (name: string) => `Path of ${name} in the repository`,
  remove: 'Remove',
  removeOf: (path: string) => `Remove ${path}`,
  save: 'Save',
  saving: 'Saving…',
  given: (name: string, when: string) => `given by ${name}, ${when}`,
  somebody: 'a former member',
  notRun: 'They did not run over the change.',
  early: 'Other tasks of the run were not merged yet: until then, a failing test says nothing.',
  outcomes: {
    proves: 'Fails without the change, passes with it',
    passed: 'Passes, also without the change',
    failed: 'Fails',
  },
}
