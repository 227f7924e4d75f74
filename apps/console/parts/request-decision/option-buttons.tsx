import { Button } from '../forms/button.tsx'
import './option-buttons.css'

interface OptionButtonsProps {
  readonly options: readonly string[]
  readonly label: string
  readonly isPending: boolean
  readonly onChoose: (option: string) => void
}

/** The options that a question lists, each with the digit that answers with it. Nothing without options. */
export const OptionButtons = ({ options, label, isPending, onChoose }: OptionButtonsProps) =>
  options.length === 0 ? null : (
    <div className="options" role="group" aria-label={label}>
      {options.map((option, at) => (
        <Button key={at} isPending={isPending} aria-keyshortcuts={String(at + 1)} onClick={() => onChoose(option)}>
          <kbd aria-hidden="true">{at + 1}</kbd>
          <span dir="auto">{option}</span>
        </Button>
      ))}
    </div>
  )
