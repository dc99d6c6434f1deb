/** Copy buttons, the address of this server in the examples, and the filter. The page can be read without it. */
for (const pre of document.querySelectorAll('.call pre')) {
  const code = pre.querySelector('code');
  code.textContent = code.textContent.replaceAll('http://localhost:4780', location.origin);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy this call');
  button.addEventListener('click', async () => {
    await copy(code);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  });
  pre.previousElementSibling.append(button);
}

/** Browsers hand the clipboard out over https and on this machine only; elsewhere the old way still works. */
async function copy(element) {
  if (navigator.clipboard) return navigator.clipboard.writeText(element.textContent);
  getSelection().selectAllChildren(element);
  document.execCommand('copy');
}

const filter = document.getElementById('filter');
const articles = [...document.querySelectorAll('article[data-words]')];
filter.hidden = false;

function apply() {
  const words = filter.value.toLowerCase().split(/\s+/);
  for (const article of articles) {
    article.hidden = !words.every((word) => article.dataset.words.includes(word));
    document.querySelector(`[data-for="${article.id}"]`).hidden = article.hidden;
  }
  for (const group of document.querySelectorAll('main .group, nav section')) {
    const items = [...group.querySelectorAll('article[data-words], li[data-for]')];
    group.hidden = filter.value !== '' && items.every((item) => item.hidden);
  }
  document.getElementById('nothing').hidden = articles.some((article) => !article.hidden);
}

filter.addEventListener('input', apply);
document.addEventListener('keydown', (event) => {
  if (event.key === '/' && document.activeElement !== filter) {
    event.preventDefault();
    filter.focus();
  }
  if (event.key === 'Escape' && document.activeElement === filter) {
    filter.value = '';
    apply();
    filter.blur();
  }
});

/** A link to something that the filter hides shows it again. */
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.closest('[hidden]')) return;
  filter.value = '';
  apply();
  target.scrollIntoView();
});
