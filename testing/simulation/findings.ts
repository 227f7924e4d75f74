export type Finding = Readonly<Record<string, unknown>>

const most = 100

/** Collects findings, each once, in a number that a person can read. */
export const collectFindings = () => {
  const found = new Map<string, Finding>()
  return {
    add: (findings: readonly Finding[]): void => {
      for (const finding of findings) if (found.size < most) found.set(JSON.stringify(finding), finding)
    },
    isAny: (): boolean => found.size > 0,
    all: (): Finding[] => [...found.values()],
  }
}
export type Findings = ReturnType<typeof collectFindings>
