/** The focus goes to the first field of a form that is wrong. */
export const focusInvalidField = (form: HTMLFormElement): void =>
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

/** Once a form was sent, the focus goes to its first field that is wrong: in each form, whatever judges it. */
export const focusInvalidFieldsOnSubmit = (): void =>
  document.addEventListener('submit', ({ target }) => {
    // What is wrong is marked before the next frame.
    requestAnimationFrame(() => focusInvalidField(target as HTMLFormElement))
  })
