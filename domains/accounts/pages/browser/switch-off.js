onSubmit({
  off: async () => {
    const { status, body } = await ask('POST', (facts.off ?? '').replace('{token}', encodeURIComponent(token)))
    if (status === 200) show('done')
    else if (status === 404) show('dead')
    else tell(body)
  },
})

show(token === '' ? 'dead' : 'off')
