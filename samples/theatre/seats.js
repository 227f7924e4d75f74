/** The seats that are free: neither sold nor held. */
export const freeSeats = ({ seats, sold, held }) => seats.filter((seat) => !sold.includes(seat) && !held.includes(seat))
