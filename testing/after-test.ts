import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Ends something with the test that began it, or with the last one of the file whose top level did. */
export const afterTest = (end: () => void | Promise<void>): void => {
  // `afterAll` within a test is never called.
  if (TestRunner.getCurrentTest()) onTestFinished(end)
  else afterAll(end)
}
