import { SelectSetting } from '../../../parts/forms/switch.tsx'
import { useSettingsWords } from '../../../words/settings/index.ts'
import { levels, type Level } from './access-levels.ts'

interface LevelProps {
  readonly name: string
  readonly level: Level
  readonly isDisabled?: boolean
  readonly onChoose: (level: Level) => void
}

/** A person's level in one project. */
export const LevelSetting = ({ name, level, isDisabled = false, onChoose }: LevelProps) => {
  const words = useSettingsWords().clients
  const choices = levels.map((one) => [one, words.levels[one]] as const)
  return (
    <SelectSetting
      label={name}
      hint={words.levelHints[level]}
      chosen={level}
      choices={choices}
      isDisabled={isDisabled}
      onChoose={onChoose}
    />
  )
}
