interface ChoiceProps {
  readonly name: string
  readonly text: string
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One of the models that a person can begin with. */
export const Choice = ({ name, text, isChosen, onChoose }: ChoiceProps) => (
  <label>
    <input type="radio" name="model" checked={isChosen} onChange={onChoose} />
    <b className="cut" title={name}>
      {name}
    </b>
    <small>{text}</small>
  </label>
)
