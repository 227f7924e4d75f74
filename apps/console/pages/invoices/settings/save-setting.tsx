import { Refusal } from '../../../parts/refusal.tsx'
import { useSettingWords } from '../../../words/billing-settings/use-words.ts'

interface SaveSettingProps {
  readonly error: unknown
  readonly isPending: boolean
}

/** The end of the form of a setting: what was refused, and the button that saves. */
export const SaveSetting = ({ error, isPending }: SaveSettingProps) => {
  const words = useSettingWords()
  return (
    <>
      <Refusal error={error} />
      <div>
        <button type="submit" className="btn primary" disabled={isPending}>
          {isPending ? words.saving : words.save}
        </button>
      </div>
    </>
  )
}
