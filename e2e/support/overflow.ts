// Finds overflow on a page: a page wider than its window, truncated labels, and dialogs that scroll only with a mouse.
import type { Page } from 'playwright-core';

/** Returns a description of each problem. */
export function overflowOf(page: Page): Promise<string[]> {
  return page.evaluate(findOverflow);
}

/** Runs in the page. Returns a description of each problem. */
export function findOverflow(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wide =
    scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide, the window ${clientWidth}`] : [];
  const canvas = document.createElement('canvas').getContext('2d');

  /**
   * Measures the text, because browsers do not report whether the text of a select fits. Names entered by users have no
   * limit.
   */
  const isCutSelect = (select: HTMLSelectElement, style: CSSStyleDeclaration) => {
    const [option] = select.selectedOptions;
    if (!canvas || !option || style.opacity === '0') return false;
    canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room =
      select.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return canvas.measureText(option.text).width > room + 1;
  };
  const isCut = (element: Element) => {
    const style = getComputedStyle(element);
    if (element.clientWidth <= 1 || style.clipPath !== 'none') return false;
    if (element instanceof HTMLSelectElement) return isCutSelect(element, style);
    return element.scrollWidth > element.clientWidth + 1;
  };
  /** Fixed elements beyond the window's edge do not widen the page. */
  const isOutside = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 1 && (left < -0.5 || right > clientWidth + 0.5);
  };
  const labels =
    'button, button span, a, a span, label, select, [role=tab], [role=tab] *, h1, h2, h3, h4, dt, th, legend, summary, [data-tone]';
  // A game's title is truncated on purpose in its card and in the rows of tables, where it has a tooltip.
  const clamped = '[data-id] *, tbody a[title], svg, svg *, [aria-hidden=true], [aria-hidden=true] *, code';
  const found = [...document.querySelectorAll(labels)].filter((element) => !element.matches(clamped));
  const isStuck = (element: Element) =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowY) &&
    element.scrollHeight > element.clientHeight + 1 &&
    !element.querySelector('a[href], button, input, select, textarea, [tabindex]') &&
    // A list of options scrolls by the arrow keys of its field.
    !element.matches('[tabindex], [role=listbox]');
  const describeProblem = (element: Element, problem: string) =>
    `${problem}: ${element.tagName} "${element.textContent.trim().slice(0, 60)}"`;
  return [
    ...wide,
    ...found.filter(isCut).map((element) => describeProblem(element, 'cut')),
    ...[...document.querySelectorAll('dialog *')]
      .filter(isStuck)
      .map((element) => describeProblem(element, 'unreachable')),
    ...[...document.querySelectorAll('header a, header button, nav a')]
      .filter((element) => element.checkVisibility() && isOutside(element))
      .map((element) => describeProblem(element, 'outside')),
  ];
}
