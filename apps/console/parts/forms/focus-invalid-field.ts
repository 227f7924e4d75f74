/** The focus goes to the first field of a form that is wrong. */
export const focusInvalidField = (form: HTMLFormElement): void =>
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()

/** After a form is sent, the focus goes to its first invalid field: in each form, for every kind of check. */
export const focusInvalidFieldsOnSubmit = (): void =>
  document.addEventListener('submit', ({ target }) => {
    // Faults are marked before the next frame.
    requestAnimationFrame(() => focusInvalidField(target as HTMLFormElement))
  })
