// Ratings as text: without a separator of thousands, and with a question mark while they are provisional.

/** The rating before a player's first rated table. */
export const FIRST_RATING = 1500;

/**
 * @param {{ rating: number, provisional?: boolean }} rated
 * @returns {string} "1537", "1537?"
 */
export function ratingText({ rating, provisional = false }) {
  return `${rating}${provisional ? '?' : ''}`;
}

/**
 * @param {number} change
 * @returns {string} "+14", "−14", "0"
 */
export function changeText(change) {
  return change > 0 ? `+${change}` : String(change).replace('-', '−');
}
