"""Python-for-android's own answer to what it would build for a list of requirements. No SDK is needed to ask."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

# Before the imports below: python-for-android comments on its own prerequisites while it is being loaded.
logging.getLogger("p4a").disabled = True

from pythonforandroid.bootstrap import Bootstrap  # noqa: E402
from pythonforandroid.build import Context  # noqa: E402
from pythonforandroid.graph import get_recipe_order_and_bootstrap  # noqa: E402
from pythonforandroid.recipe import PythonRecipe, Recipe  # noqa: E402
from pythonforandroid.util import BuildInterruptingException  # noqa: E402


class Unbuildable(Exception):
    """Python-for-android finds no way to build these requirements together."""


@dataclass(frozen=True, slots=True)
class Found:
    """A recipe: its name as python-for-android spells it, and whether what it builds is a Python package."""

    name: str
    version: str | None
    is_package: bool


@dataclass(frozen=True, slots=True)
class Build:
    """Everything that would go into the package: recipes by lower-case name, the rest installed with pip."""

    recipes: dict[str, Found]
    modules: frozenset[str]


def resolve(names: Iterable[str], bootstrap: str) -> Build:
    context = Context()
    try:
        frame = Bootstrap.get_bootstrap(bootstrap, context)
        order, modules, _ = get_recipe_order_and_bootstrap(context, list(names), frame)
    except ModuleNotFoundError as error:
        raise Unbuildable(f"there is no bootstrap {bootstrap}") from error
    except BuildInterruptingException as error:
        raise Unbuildable(str(error.message)) from error
    return Build({name: _found(Recipe.get_recipe(name, context)) for name in order}, frozenset(modules))


def _found(recipe: Any) -> Found:
    return Found(recipe.name, recipe.version, isinstance(recipe, PythonRecipe))
