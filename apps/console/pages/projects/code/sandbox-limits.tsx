interface SandboxLimitsProps {
  readonly title: string
  readonly text: string
}

/** The limits of a sandbox, folded below its screen. */
export const SandboxLimits = ({ title, text }: SandboxLimitsProps) => (
  <details className="below quiet">
    <summary>{title}</summary>
    <p>{text}</p>
  </details>
)
