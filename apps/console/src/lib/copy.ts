/** Puts a text on the clipboard, through a temporary text area where the clipboard interface is missing; whether it worked. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Refused, as on a page that lost the focus: the old way may still work.
    }
  }
  return copyThroughTextArea(text);
}

function copyThroughTextArea(text: string): boolean {
  const area = document.createElement('textarea');
  const focused = document.activeElement;
  area.value = text;
  area.setAttribute('readonly', '');
  area.style.cssText = 'position:fixed;top:0;opacity:0';
  // A dialog holds the focus in itself, so the area must stand inside.
  (focused?.closest('[role=dialog], dialog') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
