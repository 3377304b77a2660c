"""The size of a page before anybody touches it: its controls, its height, its words."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.pilot import wait_settled
from tests.core.beside import beside

MOST_CONTROLS = 26  # on the first screen of a desk
MOST_WORDS = 160  # of a page, before the reader's first act


# The limits of each page.
LIMITS = beside(__file__, "sizes.toml")

# The texts and controls in the order of reading, including the components' shadow trees. A help
# sign is a control; all rings of the picture of kappa count as one. Folded parts and parts outside
# the window do not count.
_LOOK = """act => {
    const main = document.querySelector('[data-testid="stMain"]');
    const controls = [];
    let words = 0, before = null, top = null, rings = 0;
    const CONTROL = 'button, a[href], input, select, textarea, summary, [role="slider"], '
        + '[role="combobox"], [data-testid="stTooltipIcon"], [tabindex="0"][role="button"]';
    const seen = element => element.checkVisibility({opacityProperty: false,
        visibilityProperty: true});
    const look = (node, inside) => {
        if (node.nodeType === Node.TEXT_NODE) {
            const holder = node.parentElement ?? node.getRootNode().host;
            if (!inside || !holder || holder.closest('script, style, .katex, svg, button, label')
                || holder.closest('[data-testid="stIconMaterial"]') || !seen(holder)) return;
            words += (node.textContent.match(/\\S*[\\p{L}\\d]\\S*/gu) ?? []).length;
            return;
        }
        if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== 11) return;
        if (node.nodeType === Node.ELEMENT_NODE) {
            if (node === main) inside = true;
            if (inside && top === null && node.matches(act) && seen(node)) {
                top = node.getBoundingClientRect().bottom;
                before = words;
            }
            const box = node.getBoundingClientRect();
            if (node.matches('.ring')) rings += 1;
            if (node.matches(CONTROL) && seen(node) && box.bottom > 0 && box.top < innerHeight
                && box.right > 0 && box.left < innerWidth && box.height > 1 && !node.disabled) {
                if (node.matches('.ring') || node.closest('.ring')) { if (rings > 1) return; }
                const around = controls.some(other => other.contains(node));
                if (!around) controls.push(node);
            }
        }
        if (node.shadowRoot) look(node.shadowRoot, inside);
        node.childNodes.forEach(child => look(child, inside));
    };
    look(document.body, false);
    return {controls: controls.length, high: main.scrollHeight, before, top};
}"""


# How many controls a page has, its height, the words before its act, and how far down the act ends
# (None: it has no act).
Looks = dict[str, Any]


def look(page: Page, name: str) -> Looks:
    """Measure a page on the screen after its act has appeared."""
    _high, _phone, act = LIMITS[name]
    page.locator(act).first.wait_for(state="attached", timeout=60_000)
    wait_settled(page)
    return page.evaluate(_LOOK, act)


def too_much(name: str, desk: Looks, phone: Looks) -> list[str]:
    """Return the limits that a page exceeds."""
    high, high_on_phone, _act = LIMITS[name]
    found = (
        ("controls on the first screen", desk["controls"], MOST_CONTROLS),
        ("pixels high on a desk", desk["high"], high),
        ("pixels high on a phone", phone["high"], high_on_phone),
        ("words before the act", desk["before"], MOST_WORDS),
        ("pixels down to the act on a desk", desk["top"], 800),
        ("pixels down to the act on a phone", phone["top"], 2 * 844),
    )
    return [
        f"{name}: {value} {what}, at most {most}"
        for what, value, most in found
        if value is None or value > most
    ]
