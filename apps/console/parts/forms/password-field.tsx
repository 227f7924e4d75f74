import { useState, type ComponentProps } from 'react'
import { useCoreWords } from '../../words/core/index.ts'
import { TextField } from './field.tsx'
import './password-field.css'

/** A password, hidden until the person asks to see it. */
export const PasswordField = (props: Omit<ComponentProps<typeof TextField>, 'type'>) => {
  const words = useCoreWords()
  const [isShown, setShown] = useState(false)
  return (
    <div className="password-field">
      <TextField {...props} type={isShown ? 'text' : 'password'} />
      <button type="button" className="link" onClick={() => setShown(!isShown)}>
        {isShown ? words.hide : words.show}
      </button>
    </div>
  )
}
