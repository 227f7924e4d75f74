const linesMost = 2_000
const nameMost = 200

/** How test runners write a test that failed, with its name. */
const failures: readonly RegExp[] = [
  // TAP, the spec reporter of Node, vitest and jest.
  /^\s*not ok \d+\s+(?:-\s+)?(\S.*)$/,
  /^\s*[✖✕×]\s+(\S.*?)(?:(?<!\s)\s+\(?[\d.]+\s?m?s\)?)?$/,
  /^\s*FAIL\s+(\S+ > .+)$/,
  /^\s*●\s+(\S.*)$/,
  // pytest, Go and cargo.
  /^FAILED\s+(\S+::\S+)/,
  /^\s*--- FAIL:\s+(\S+)/,
  /^test\s+(\S+)\s+\.\.\.\s+FAILED$/,
]
const headings = /^(failing tests:?|failed tests \d*)$/i

/** The first test that a log names as failed; undefined if no usual runner wrote it. */
export const firstFailingTest = (log: string): string | undefined => {
  for (const line of log.split('\n', linesMost)) {
    const name = failures.map((pattern) => pattern.exec(line.slice(0, 1_000))?.[1]?.trim()).find(Boolean)
    if (name !== undefined && !headings.test(name)) return name.slice(0, nameMost)
  }
  return undefined
}
