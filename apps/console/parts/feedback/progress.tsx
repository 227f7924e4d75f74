import './progress.css'

interface ProgressProps {
  readonly label: string
  readonly done: number
  readonly all: number
}

/** How much of a work is done, as a bar. */
export const Progress = ({ label, done, all }: ProgressProps) => (
  <progress className="progress" aria-label={label} value={done} max={all} />
)
